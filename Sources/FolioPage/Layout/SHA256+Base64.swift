extension SHA256 {
  /// The hash of a text in Base64, as a content security policy has it.
  static func base64(of text: String) -> String {
    var hash = SHA256()
    hash.update(Array(text.utf8))
    let bytes = hash.digest() + [0]
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
    var encoded = String.UnicodeScalarView()
    for place in stride(from: 0, to: 33, by: 3) {
      let group = Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
      for shift in [18, 12, 6, 0] { encoded.append(letters[group >> shift & 63]) }
    }
    // 32 bytes leave one place of padding.
    return String(String(encoded).dropLast()) + "="
  }
}
