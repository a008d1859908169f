/// An open file of a journal. It completes partial reads and writes and repeats interrupted calls.
struct JournalFile {
  let calls: any FileCalls
  /// The path for error messages.
  private(set) var path: String
  let number: Int32
  let isWritable: Bool

  init(_ path: String, _ mode: FileMode, _ calls: any FileCalls) throws(FileFault) {
    self.calls = calls
    self.path = path
    isWritable = mode != .reading
    number = try retrying(calls.open(path, mode))
  }

  /// The same open file under a new name.
  func named(_ path: String) -> JournalFile {
    var file = self
    file.path = path
    return file
  }

  func close() { calls.close(number) }

  /// Reads the file, or so many bytes of its beginning, unless the task is cancelled.
  func contents(
    _ count: Int = .max, progress: StoreKind.Progress? = nil
  ) throws(FileFault) -> [UInt8] {
    let size = progress == nil ? nil : try min(count, info().size)
    var bytes: [UInt8] = []
    while true {
      if Task.isCancelled { throw FileFault("read", path, code: .cancelled) }
      let most = min(1 << 20, count - bytes.count)
      progress?(WorkProgress(.bytes, done: bytes.count, of: size.map { max($0, bytes.count) }))
      if most == 0 { return bytes }
      let chunk = try named(calls.read(number, at: bytes.count, count: most))
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }

  /// Reads bytes at an offset, fewer at the end of the file.
  func bytes(at offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (start, most) = (offset + bytes.count, min(1 << 20, count - bytes.count))
      let chunk = try named(calls.read(number, at: start, count: most))
      if chunk.isEmpty { break }
      if chunk.count == count { return chunk }
      bytes += chunk
    }
    return bytes
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileFault) {
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let count = try named(calls.write(number, at: offset + written, rest))
      // Without this check, a file that accepts no bytes and reports no error would cause an
      // endless loop.
      if count <= 0 { throw FileFault("write", path, code: .noSpaceLeft) }
      written += count
    }
  }

  func truncate(to length: Int) throws(FileFault) {
    try named(calls.truncate(number, to: length))
  }

  func sync() throws(FileFault) {
    try named(calls.sync(number))
  }

  func info() throws(FileFault) -> FileInfo {
    try named(calls.info(of: number))
  }

  func protect(like other: FileInfo) throws(FileFault) {
    try named(calls.protect(number, like: other))
  }

  func lock() throws(FileFault) -> Bool {
    try named(calls.lock(number))
  }

  func unlock() { calls.unlock(number) }

  /// Repeats a call that a signal interrupts, and adds the path to its faults.
  private func named<Result>(
    _ call: @autoclosure () throws(FileFault) -> Result
  ) throws(FileFault) -> Result {
    do throws(FileFault) {
      return try retrying(call())
    } catch {
      throw FileFault(error.call, path, code: error.code, reason: error.reason)
    }
  }
}
