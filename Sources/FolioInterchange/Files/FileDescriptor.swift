import FolioSystem

/// An open file descriptor, which is closed with the last reference to it.
final class FileDescriptor: Sendable {
  let number: Int32
  private let closesAtEnd: Bool

  init(_ number: Int32, closesAtEnd: Bool) {
    self.number = number
    self.closesAtEnd = closesAtEnd
  }

  /// A file that is deleted with its descriptor; nil if it cannot be created.
  static func unnamed() -> FileDescriptor? {
    guard let file = unsafe tmpfile() else { return nil }
    defer { unsafe fclose(file) }
    let number = unsafe dup(fileno(file))
    return number < 0 ? nil : FileDescriptor(number, closesAtEnd: true)
  }

  deinit {
    if closesAtEnd { _ = close(number) }
  }

  /// Reads the next bytes; nil on failure, with the reason in `errno`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = retrying { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
    return count < 0 ? nil : count
  }

  /// Whether a read returns at once, with bytes, the end or a failure.
  var isReady: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) != 0
  }

  /// Waits for the first bytes of a pipe, or its end; false if none come in time.
  func hasBytes(within seconds: Int) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, Int32(seconds) * 1000) != 0 else { return false }
    return fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) == 0
  }

  /// Up to `count` bytes from an offset; fewer at the end of the file and on failure.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = chunk(at: offset + bytes.count, count: count - bytes.count)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Some bytes from an offset, at most 1 MiB; none at the end of the file and on failure.
  func chunk(at offset: Int, count: Int) -> [UInt8] {
    unsafe Array(unsafeUninitializedCapacity: min(count, 1 << 20)) { buffer, initialized in
      let got = retrying {
        unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset))
      }
      initialized = max(0, got)
    }
  }

  /// Writes all of the bytes; false on failure.
  func write(_ buffer: UnsafeRawBufferPointer) -> Bool {
    var written = 0
    while written < buffer.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
      let count = retrying { unsafe systemWrite(number, rest.baseAddress, rest.count) }
      if count <= 0 { return false }
      written += count
    }
    return true
  }

  /// Repeats a call that a signal interrupted.
  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// The methods above have the names of the system's functions.
private func systemRead(
  _ number: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(number, target, count)
}

private func systemWrite(_ number: Int32, _ source: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, source, count)
}

/// The identity of a file, whatever its path: its device and its number there.
package struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The file with these attributes.
  package init(_ facts: stat) {
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }

  /// The file at a path, through links; nil if there is none.
  package init?(path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// An open file; nil if the descriptor is closed.
  package init?(descriptor: Int32) {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }
}
