extension JSONText {
  /// The text of an object.
  static func object(_ write: (inout JSONText) -> Void) -> [UInt8] {
    var text = JSONText()
    text.open("{")
    write(&text)
    text.close("}")
    return text.bytes
  }

  /// A member that is an object.
  mutating func object(_ key: String, _ write: (inout JSONText) -> Void) {
    self.key(key.utf8)
    open("{")
    write(&self)
    close("}")
  }

  /// A member that is an array of texts.
  mutating func list(_ key: String, _ texts: [String]) {
    self.key(key.utf8)
    open("[")
    for text in texts { string(text.utf8) }
    close("]")
  }
}
