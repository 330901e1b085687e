/** An application that takes Velox through its BOM. */
module org.example.consumer {
  requires dev.velox.cache;
}
