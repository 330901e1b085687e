package dev.velox.bench;

import dev.velox.accounting.Table;
import dev.velox.accounting.Table.Align;
import dev.velox.accounting.Table.Column;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Bars as a table. */
final class BarTable {
  private BarTable() {}

  /** One row a bar. */
  static Table of(List<Bar> bars) {
    Table.Builder table =
        Table.builder()
            .number("D")
            .text("row")
            .text("figure")
            .column(new Column("measured", "measured", Align.RIGHT, 2))
            .column(new Column("floor", "floor", Align.RIGHT, -1))
            .column(new Column("aim", "aim", Align.RIGHT, -1))
            .text("state");
    for (Bar bar : bars) {
      OptionalDouble measured = bar.measured();
      table
          .cell(bar.headDim())
          .cell(bar.row())
          .cell(bar.figure())
          .cell(measured.isPresent() ? (Object) measured.getAsDouble() : null)
          .cell(limit(bar.limits().floor()))
          .cell(limit(bar.limits().aim()))
          .cell(bar.state());
    }
    return table.build();
  }

  private static @Nullable Object limit(double limit) {
    if (Double.isNaN(limit)) {
      return null;
    }
    return limit == Math.rint(limit) ? (Object) (long) limit : (Object) limit;
  }
}
