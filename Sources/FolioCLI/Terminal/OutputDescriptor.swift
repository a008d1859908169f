/// An open file for output: standard output, standard error, or an output file. All output goes
/// through this type, so everything written to a terminal is escaped.
struct OutputDescriptor: Sendable {
  static let standardOutput = OutputDescriptor(STDOUT_FILENO)
  static let standardError = OutputDescriptor(STDERR_FILENO)

  let descriptor: Int32
  let isTerminal: Bool

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Writes bytes: unchanged to a file or a pipe, escaped to a terminal. A character must not be
  /// split between two calls.
  func write(_ bytes: borrowing [UInt8]) throws(SinkFailure) {
    if isTerminal { try writeAll(TerminalBytes.escaped(copy bytes)) } else { try writeAll(bytes) }
  }

  /// Writes a text that is already escaped.
  func write(_ text: TerminalText) throws(SinkFailure) { try writeAll(Array(text.string.utf8)) }

  private func writeAll(_ bytes: borrowing [UInt8]) throws(SinkFailure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EPIPE { TerminationSignals.endByClosedPipe() }
      if count <= 0 { throw SinkFailure.system() }
      written += count
    }
  }
}

extension SinkFailure {
  /// The error of the last system call, with the path if there is one.
  static func system(_ path: String? = nil) -> SinkFailure {
    let words = unsafe String(cString: strerror(errno))
    return SinkFailure(reason: path.map { "\($0): \(words)" } ?? words)
  }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, buffer.baseAddress, buffer.count)
}
