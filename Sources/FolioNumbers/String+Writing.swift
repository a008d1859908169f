extension String {
  /// Creates a text from the UTF-8 bytes that `write` appends.
  init(writing write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
