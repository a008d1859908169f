import FolioSystem

/// The bytes of a file or of standard input, which can be read again to show faults.
///
/// A pipe cannot be read twice. Its bytes are also written to a temporary file without a name, so
/// that faults can be shown although the document is never in memory as a whole.
package struct FileSource: ByteSource, Sendable {
  /// The path given by the user; `-` for standard input.
  package let name: String
  /// The size in bytes, if the system knows it.
  package let size: Int?
  private let descriptor: FileDescriptor
  private var spool: FileDescriptor?
  private let firstByte: Int

  /// Opens a file; `-` is standard input.
  /// - Parameters:
  ///   - givesBack: Whether `file` will be used. The bytes of a pipe are then kept on disk.
  ///   - onlyFiles: Whether pipes and devices are refused. Opening a pipe without a writer blocks
  ///     forever, so use it for paths that the user did not name.
  package static func open(
    _ path: String, givesBack: Bool = true, onlyFiles: Bool = false
  ) throws(SourceFailure) -> FileSource {
    if path == "-" {
      let input = FileDescriptor(0, closesAtEnd: false)
      return try FileSource(input, name: path, givesBack: givesBack)
    }
    // The system would open the file whose name ends there.
    if path.utf8.contains(0) { throw SourceFailure(name: path, reason: .notFound) }
    // O_NONBLOCK avoids waiting for the writer of a pipe; files are read as usual.
    let isPipe = isNamedPipe(path)
    let number = systemOpen(path, onlyFiles || isPipe ? O_NONBLOCK | O_NOCTTY : 0)
    guard number >= 0 else { throw SourceFailure(name: path, reason: reason(errno)) }
    let descriptor = FileDescriptor(number, closesAtEnd: true)
    if isPipe, !onlyFiles, !descriptor.hasBytes(within: mostSeconds) {
      throw SourceFailure(
        name: path, reason: .other("no program has written to this pipe for a minute"))
    }
    let source = try FileSource(descriptor, name: path, givesBack: givesBack && !onlyFiles)
    if onlyFiles && source.size == nil { throw SourceFailure(name: path, reason: .notRegular) }
    return source
  }

  /// How long the first byte of a named pipe is waited for. Its writer may never come.
  private static let mostSeconds = 60

  /// Whether a path names a pipe. Those that a shell has opened have a writer.
  private static func isNamedPipe(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    return !path.hasPrefix("/dev/") && !path.hasPrefix("/proc/")
  }

  /// Whether it is a device, and no terminal. Some devices have no end.
  fileprivate var isDevice: Bool {
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor.number) == 0
  }

  /// The identity of the file.
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
      spool = givesBack ? FileDescriptor.unnamed() : nil
    }
  }

  /// The file, mapped to memory, if it is a packed file of prices; nil if it is another one.
  ///
  /// The file must not be cut off while it is mapped. Replace it by another file instead.
  package var packedPrices: FixedBytes? {
    let start = descriptor.bytes(at: 0, count: PackedPrices.mark.count)
    guard let size, firstByte == 0, PackedPrices.isPacked(start) else { return nil }
    let address = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0)
    guard unsafe address != MAP_FAILED else { return nil }
    return unsafe FixedBytes(UnsafeRawBufferPointer(start: address, count: size)) { bytes in
      _ = unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
  }

  /// The next bytes of the file.
  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceFailure) -> Int {
    guard let count = unsafe descriptor.read(into: buffer) else {
      throw SourceFailure(name: name, reason: Self.reason(errno))
    }
    if let spool, !(unsafe spool.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))) {
      // Without room on disk faults are shown without their lines, but the ledger is read.
      self.spool = nil
    }
    return count
  }

  /// Whether `read` returns at once. A pipe whose writer is idle makes it wait.
  package var isReady: Bool { descriptor.isReady }

  /// Returns bytes that were already read.
  package var file: SourceFile {
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
    default: .other("\(unsafe String(cString: strerror(code))); check the file and its disk")
    }
  }
}

extension FileSource {
  /// All bytes from here on; nil if they are more than `limit`. A small size that the system gives
  /// is not trusted: it is 0 for some endless files of the system.
  package consuming func contents(atMost limit: Int) throws(SourceFailure) -> [UInt8]? {
    if let size, size > limit { return nil }
    var source = self
    var window = Window(size: 1 << 16)
    while !window.isLast, window.count <= limit { try window.advance(from: &source) }
    return window.count > limit ? nil : window.contents()
  }

  /// All bytes from here on; of a device, at most a megabyte.
  package consuming func contents() throws(SourceFailure) -> [UInt8] {
    if isDevice {
      let name = name
      if let bytes = try contents(atMost: 1 << 20) { return bytes }
      throw SourceFailure(name: name, reason: .notRegular)
    }
    var source = self
    var window = Window(size: max(source.size ?? 0, 1 << 16) + 1)
    while !window.isLast { try window.advance(from: &source) }
    return window.contents()
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  unsafe open(path, O_RDONLY | O_CLOEXEC | flags)
}
