package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.accounting.Table.Align;
import dev.velox.accounting.Table.Column;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** The four forms of a table, with texts that each form must escape. */
class TablesPrintWhatTheyHoldTest {
  private final Table table =
      Table.builder()
          .column(new Column("method", "Method", Align.LEFT, -1))
          .column(new Column("kl", "KL (nats)", Align.RIGHT, 3))
          .number("bytes")
          .row("kivi:bits=4", 0.01249, 1_234_567L)
          .row("a|b \"c\", d\\e", Double.NaN, 7)
          .row("zwei\nZeilen\u001b[2J", null, -1)
          .row("漢字 é", new BigDecimal("2.5"), true)
          .build();

  @Test
  void text() {
    assertEquals(
        """
        Method           KL (nats)    bytes
        ---------------  ---------  -------
        kivi:bits=4          0.012  1234567
        a|b "c", d\\e           NaN        7
        zwei Zeilen\uFFFD[2J                  -1
        漢字 é               2.500     true
        """,
        table.text());
  }

  @Test
  void markdown() {
    assertEquals(
        """
        | Method          | KL (nats) |   bytes |
        | --------------- | --------: | ------: |
        | kivi:bits=4     |     0.012 | 1234567 |
        | a\\|b "c", d\\\\e  |       NaN |       7 |
        | zwei Zeilen\uFFFD[2J |           |      -1 |
        | 漢字 é          |     2.500 |    true |
        """,
        table.markdown());
  }

  @Test
  void csv() {
    assertEquals(
        "method,kl,bytes\r\n"
            + "kivi:bits=4,0.01249,1234567\r\n"
            + "\"a|b \"\"c\"\", d\\e\",NaN,7\r\n"
            + "\"zwei\nZeilen\u001b[2J\",,-1\r\n"
            + "漢字 é,2.5,true\r\n",
        table.csv());
  }

  @Test
  void json() {
    assertEquals(
        """
        [
          {"method": "kivi:bits=4", "kl": 0.01249, "bytes": 1234567},
          {"method": "a|b \\"c\\", d\\\\e", "kl": null, "bytes": 7},
          {"method": "zwei\\nZeilen\\u001b[2J", "kl": null, "bytes": -1},
          {"method": "漢字 é", "kl": 2.5, "bytes": true}
        ]
        """,
        table.json());
  }

  @Test
  void halfASurrogatePairIsEscaped() {
    Table half = Table.builder().text("t").row("x\uD83D").build();
    assertEquals("[\n  {\"t\": \"x\\ud83d\"}\n]\n", half.json());
    assertEquals("t\n--\nx\uFFFD\n", half.text());
  }

  @Test
  void widthsAreTerminalColumns() {
    assertEquals(4, TextWidth.of("漢字"));
    assertEquals(1, TextWidth.of("e\u0301"));
    assertEquals(2, TextWidth.of("😀"));
    assertEquals(2, TextWidth.of("Ａ"));
    assertEquals(3, TextWidth.of("ｱbc"));
  }

  @Test
  void noRowsIsAnEmptyArray() {
    Table empty = Table.builder().text("a").number("b").build();
    assertEquals("[]\n", empty.json());
    assertEquals("a,b\r\n", empty.csv());
    assertEquals("a  b\n-  -\n", empty.text());
  }

  @Test
  void rowsHaveOneCellAColumn() {
    Table.Builder two = Table.builder().text("a").text("b");
    assertThrows(IllegalArgumentException.class, () -> two.row("only one"));
    assertThrows(IllegalArgumentException.class, () -> two.text("a"));
    two.cell("x");
    assertThrows(IllegalArgumentException.class, two::build);
    assertThrows(IllegalArgumentException.class, () -> two.row("x", "y"));
    assertThrows(IllegalArgumentException.class, () -> two.text("c"));
    assertEquals("a,b\r\nx,y\r\n", two.cell("y").build().csv());
    assertThrows(IllegalArgumentException.class, () -> Table.builder().build());
    assertThrows(IllegalArgumentException.class, () -> Table.builder().cell("x"));
  }
}
