package dev.velox.demomodel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The shipped files are, byte for byte, the ones the reference figures were measured with. */
class EveryFileIsWholeTest {

  private static final Map<String, String> CHECKSUMS =
      Map.of(
          "config.json", "465:c0e8fac4",
          "model.safetensors", "9761168:5e32130f",
          "tokenizer.json", "47118:1e51153d",
          "windows.json", "873:1b18de04",
          "texts/moby-dick.txt", "1188467:f3911859",
          "texts/speeches.txt", "720795:158d21e");

  @Test
  void listedFilesOpenAndMatchTheirChecksums() throws IOException {
    for (String name : BuiltInModel.files()) {
      try (InputStream in = BuiltInModel.open(name)) {
        assertNotNull(in, name);
        CRC32C crc = new CRC32C();
        byte[] bytes = in.readAllBytes();
        crc.update(bytes);
        String found = bytes.length + ":" + Long.toHexString(crc.getValue());
        if (CHECKSUMS.containsKey(name)) assertEquals(CHECKSUMS.get(name), found, name);
      }
    }
    assertEquals(
        CHECKSUMS.size() + 1,
        BuiltInModel.files().size(),
        "the model card is text, the rest is fixed");
  }

  @Test
  void otherNamesAreNull() {
    assertNull(BuiltInModel.open("no-such-file"));
    assertNull(BuiltInModel.open("../demomodel/config.json"));
    assertNull(BuiltInModel.open("BuiltInModel.class"));
  }

  @Test
  void runsAsANamedModule() {
    assertEquals("dev.velox.demomodel", BuiltInModel.class.getModule().getName());
  }
}
