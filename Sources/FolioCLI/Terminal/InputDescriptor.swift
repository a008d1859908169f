/// Standard input as a stream of messages, of which each is answered before the next one comes.
enum InputDescriptor {
  private static let size = 1 << 16

  /// The next bytes of standard input, as soon as there are any; none at its end.
  static func read() throws(SourceFailure) -> [UInt8] {
    var failure: SourceFailure.Reason?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      var count = unsafe systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count)
      while count < 0, errno == EINTR {
        count = unsafe systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count)
      }
      if count < 0 { failure = unsafe .other(String(cString: strerror(errno))) }
      initialized = max(0, count)
    }
    if let failure { throw SourceFailure(name: "-", reason: failure) }
    return bytes
  }
}

private func systemRead(
  _ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, target, count)
}
