import Diagnostics

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
public struct FileSource: ByteSource {
  /// The name as the user gave it; `-` for standard input.
  public let name: String
  /// The size in bytes, where the system knows it.
  public let size: Int?
  private let descriptor: FileDescriptor
  private var spool: FileDescriptor?
  private let firstByte: Int

  /// Opens a file; `-` is standard input.
  public static func open(_ path: String) throws(SourceFailure) -> FileSource {
    if path == "-" { return try FileSource(FileDescriptor(0, closesAtEnd: false), name: path) }
    let number = systemOpen(path)
    guard number >= 0 else { throw SourceFailure(name: path, reason: reason(errno)) }
    return try FileSource(FileDescriptor(number, closesAtEnd: true), name: path)
  }

  init(_ descriptor: FileDescriptor, name: String) throws(SourceFailure) {
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
      spool = Self.unnamedFile()
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

  private static func reason(_ code: Int32) -> SourceFailure.Reason {
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

private func systemOpen(_ path: String) -> Int32 {
  unsafe open(path, O_RDONLY | O_CLOEXEC)
}

extension FileSource {
  /// All bytes of a file, or of standard input for `-`.
  public static func bytes(of path: String) throws(SourceFailure) -> [UInt8] {
    var source = try open(path)
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = unsafe room.withUnsafeMutableBytes { buffer -> Result<Int, SourceFailure> in
        do throws(SourceFailure) {
          return .success(try unsafe source.read(into: buffer))
        } catch {
          return .failure(error)
        }
      }
      let count = try got.get()
      if count == 0 { return bytes }
      bytes += room[..<count]
    }
  }
}

extension LedgerReader {
  /// Reads a file, or standard input for `-`.
  public mutating func readFile(_ path: String) throws(SourceFailure) {
    var source = try FileSource.open(path)
    let (size, file) = (source.size, source.file)
    try read(&source, name: path, size: size, file: file)
  }
}
