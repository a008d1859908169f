/// Reads a password: from the terminal without showing it, or else the first line of standard
/// input.
enum SecretReader {
  /// The longest password in bytes.
  private static let limit = 4_096

  /// Reads a password.
  /// - Parameter prompt: shown if standard input is a terminal.
  static func read(_ prompt: TerminalText) throws -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    var before = termios()
    if isTerminal {
      try? OutputDescriptor.standardError.write(prompt)
      unsafe tcgetattr(STDIN_FILENO, &before)
      var silent = before
      silent.c_lflag &= ~tcflag_t(ECHO)
      unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    }
    defer {
      if isTerminal {
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        try? OutputDescriptor.standardError.write("\n")
      }
    }
    let bytes = line()
    guard !bytes.isEmpty, bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self)
    else {
      throw CommandFailure.usage("there is no password. Type it, or pass it to standard input.")
    }
    return text
  }

  /// Asks for a line that may be seen; nil without a terminal.
  static var ask: ((_ prompt: TerminalText) throws -> String)? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    return { prompt in
      try? OutputDescriptor.standardError.write(prompt)
      return String(decoding: line(), as: UTF8.self)
    }
  }

  private static func line() -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= limit {
      let count = next(&byte)
      if count < 0, errno == EINTR { continue }
      if count != 1 || byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }

  private static func next(_ byte: inout UInt8) -> Int {
    unsafe withUnsafeMutableBytes(of: &byte) {
      unsafe readv(STDIN_FILENO, [iovec(iov_base: $0.baseAddress, iov_len: 1)], 1)
    }
  }
}
