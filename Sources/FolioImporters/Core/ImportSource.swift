/// A file of another program as UTF-8.
public struct ImportSource: Sendable {
  /// The name for messages.
  public let name: String
  /// The contents as UTF-8 without a byte order mark.
  public let bytes: [UInt8]
  /// The encoding of the file.
  public let encoding: TextEncoding
  /// The SHA-256 of the file as it is, in hexadecimal digits.
  let sha256: String
  /// The files that this one may include; nil if the caller allows no other files.
  package let folder: Folder?

  /// The files in the folder of a file, and below it. Paths are relative to that folder.
  public struct Folder: Sendable {
    let contents: @Sendable (_ path: String) throws(SourceFailure) -> [UInt8]
    let entries: @Sendable (_ path: String) throws(SourceFailure) -> [String]
    let identity: @Sendable (_ path: String) -> String

    /// Creates a folder. Both functions have to refuse what is outside of it.
    /// - Parameters:
    ///   - contents: Reads a file.
    ///   - entries: The names in a folder, in order; the path of the folder itself is empty. Names
    ///     of subfolders end with a slash.
    ///   - identity: A text that is the same for all paths to a file, so that none counts twice.
    public init(
      contents: @escaping @Sendable (_ path: String) throws(SourceFailure) -> [UInt8],
      entries: @escaping @Sendable (_ path: String) throws(SourceFailure) -> [String] = { _ in [] },
      identity: @escaping @Sendable (_ path: String) -> String = { $0 }
    ) {
      self.contents = contents
      self.entries = entries
      self.identity = identity
    }
  }

  /// Decodes a file.
  /// - Parameter folder: The files that this one may include.
  public init(_ bytes: [UInt8], name: String, including folder: Folder? = nil) {
    self.name = name
    self.folder = folder
    sha256 = SHA256.hexadecimal(of: bytes)
    (self.bytes, encoding) = TextEncoding.decoded(bytes)
  }

  /// The first bytes as text, to recognize a format. Only ASCII is reliable in it.
  package func start(_ count: Int = 4096) -> String {
    String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Whether it is no text, such as a compressed file.
  package var isBinary: Bool { bytes.prefix(4096).contains(0) }

  /// The file for showing the lines of messages.
  package var file: SourceFile { SourceFile(name: name, contents: bytes) }
}

/// The encoding of a text file. New minor versions may add cases.
public enum TextEncoding: Sendable, Hashable {
  /// UTF-8, with or without a byte order mark.
  case utf8
  /// UTF-16 with a byte order mark.
  case utf16
  /// Windows-1252, assumed if a byte is not valid in UTF-8.
  case windows1252

  /// The bytes of a file as UTF-8.
  static func decoded(_ bytes: [UInt8]) -> ([UInt8], TextEncoding) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decoded(Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (utf8(ofUTF16: bytes, low: 0), .utf16) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (utf8(ofUTF16: bytes, low: 1), .utf16) }
    if String(validating: bytes, as: UTF8.self) != nil { return (bytes, .utf8) }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(scalar(ofWindows1252: byte)) }
    return (Array(String(text).utf8), .windows1252)
  }

  private static func utf8(ofUTF16 bytes: [UInt8], low: Int) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      UInt16(bytes[place + low]) | UInt16(bytes[place + 1 - low]) << 8
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The characters of the bytes 0x80 to 0x9F. All other bytes are those of Latin-1.
  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func scalar(ofWindows1252 byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }
}
