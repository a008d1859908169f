/// An open file of a journal, through calls that may fail or do half of what they should.
struct JournalFile {
  let calls: any FileCalls
  /// What faults call it.
  let path: String
  let number: Int32

  init(_ path: String, _ mode: FileMode, _ calls: any FileCalls) throws(FileFault) {
    self.calls = calls
    self.path = path
    number = try retrying { () throws(FileFault) in try calls.open(path, mode) }
  }

  private init(_ file: JournalFile, named path: String) {
    (calls, number) = (file.calls, file.number)
    self.path = path
  }

  /// The same open file under the name that it has by now.
  func named(_ path: String) -> JournalFile { JournalFile(self, named: path) }

  func close() { calls.close(number) }

  /// All bytes of the file.
  func contents() throws(FileFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let offset = bytes.count
      let chunk = try named { () throws(FileFault) in
        try calls.read(number, at: offset, count: 1 << 20)
      }
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileFault) {
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let count = try named { () throws(FileFault) in
        try calls.write(number, at: offset + written, rest)
      }
      // A file that takes nothing and says nothing would be asked for ever.
      if count <= 0 { throw FileFault("write", path, code: .noSpaceLeft) }
      written += count
    }
  }

  func truncate(to length: Int) throws(FileFault) {
    try named { () throws(FileFault) in try calls.truncate(number, to: length) }
  }

  func sync() throws(FileFault) {
    try named { () throws(FileFault) in try calls.sync(number) }
  }

  func facts() throws(FileFault) -> FileFacts {
    try named { () throws(FileFault) in try calls.facts(of: number) }
  }

  func protect(like other: FileFacts) throws(FileFault) {
    try named { () throws(FileFault) in try calls.protect(number, like: other) }
  }

  func lock() throws(FileFault) -> Bool {
    try named { () throws(FileFault) in try calls.lock(number) }
  }

  /// Calls again what a signal interrupts, and lets a fault name this file.
  private func named<Result>(
    _ call: () throws(FileFault) -> Result
  ) throws(FileFault) -> Result {
    do throws(FileFault) {
      return try retrying(call)
    } catch {
      throw FileFault(error.call, path, code: error.code, reason: error.reason)
    }
  }
}
