import FolioDiagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file or standard input: what gives its bytes, and what gives them again for the places of
/// faults.
///
/// A pipe can't be read twice. What comes through one is written to a temporary file without a name
/// as well, so that faults in it can be shown though it is never held in memory as a whole.
public struct FileSource: ByteSource, Sendable {
  /// The name as the user gave it; `-` for standard input.
  public let name: String
  /// The size in bytes, where the system knows it.
  public let size: Int?
  private let descriptor: FileDescriptor
  private var spool: FileDescriptor?
  private let firstByte: Int

  /// Opens a file; `-` is standard input.
  /// - Parameters:
  ///   - givesBack: whether `file` will be asked for bytes of it: what comes through a pipe is then
  ///     kept on disk.
  ///   - onlyFiles: whether a pipe or a device is refused. Opening one that nobody writes to never
  ///     comes back, so this is for paths that the user did not name.
  public static func open(
    _ path: String, givesBack: Bool = true, onlyFiles: Bool = false
  ) throws(SourceFailure) -> FileSource {
    if path == "-" {
      let input = FileDescriptor(0, closesAtEnd: false)
      return try FileSource(input, name: path, givesBack: givesBack)
    }
    // Without waiting for a writer: reading a file is the same either way.
    let number = systemOpen(path, onlyFiles ? O_NONBLOCK | O_NOCTTY : 0)
    guard number >= 0 else { throw SourceFailure(name: path, reason: reason(errno)) }
    let descriptor = FileDescriptor(number, closesAtEnd: true)
    let source = try FileSource(descriptor, name: path, givesBack: givesBack && !onlyFiles)
    if onlyFiles && source.size == nil { throw SourceFailure(name: path, reason: .notRegular) }
    return source
  }

  /// Which file it is.
  package var identity: FileIdentity? { FileIdentity(descriptor: descriptor.number) }

  init(
    _ descriptor: FileDescriptor, name: String, givesBack: Bool = true
  ) throws(SourceFailure) {
    self.name = name
    self.descriptor = descriptor
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else {
      throw SourceFailure(name: name, reason: Self.reason(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw SourceFailure(name: name, reason: .isDirectory)
    case S_IFREG:
      firstByte = max(0, Int(lseek(descriptor.number, 0, SEEK_CUR)))
      size = max(0, Int(status.st_size) - firstByte)
    default:
      firstByte = 0
      size = nil
      spool = givesBack ? Self.unnamedFile() : nil
    }
  }

  /// The next bytes of the file.
  public mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceFailure) -> Int {
    guard let count = unsafe descriptor.read(into: buffer) else {
      throw SourceFailure(name: name, reason: Self.reason(errno))
    }
    if let spool, !(unsafe spool.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))) {
      // A full disk costs the carets, not the ledger.
      self.spool = nil
    }
    return count
  }

  /// Gives bytes back that were read.
  public var file: SourceFile {
    guard let source = size == nil ? spool : descriptor else {
      return SourceFile(name: name) { _, _ in [] }
    }
    let firstByte = firstByte
    return SourceFile(name: name) { offset, count in
      source.bytes(at: firstByte + offset, count: count)
    }
  }

  static func reason(_ code: Int32) -> SourceFailure.Reason {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EISDIR: .isDirectory
    case EACCES, EPERM: .notPermitted
    default: .other(unsafe String(cString: strerror(code)))
    }
  }

  /// A file that vanishes with its descriptor; nil where there is no room for one.
  private static func unnamedFile() -> FileDescriptor? {
    guard let file = unsafe tmpfile() else { return nil }
    defer { unsafe fclose(file) }
    let number = unsafe dup(fileno(file))
    return number < 0 ? nil : FileDescriptor(number, closesAtEnd: true)
  }
}

extension FileSource {
  /// All bytes of a file, or of standard input for `-`.
  public static func contents(of path: String) throws(SourceFailure) -> [UInt8] {
    try open(path, givesBack: false).contents()
  }

  /// All bytes from here on.
  package consuming func contents() throws(SourceFailure) -> [UInt8] {
    var source = self
    var window = Window(size: max(source.size ?? 0, 1 << 16) + 1)
    while !window.isLast { try window.advance(from: &source) }
    return window.contents()
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  unsafe open(path, O_RDONLY | O_CLOEXEC | flags)
}
