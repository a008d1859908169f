extension FileSource {
  /// All bytes of a file, or of standard input for `-`.
  public static func contents(of path: String) throws(SourceFailure) -> [UInt8] {
    var source = try FileSource.open(path, givesBack: false)
    var contents = Array(repeating: UInt8(0), count: max(source.size ?? 0, 1 << 16) + 1)
    var count = 0
    while true {
      if count == contents.count { contents += Array(repeating: 0, count: contents.count) }
      let room = count..<contents.count
      let result = unsafe contents.withUnsafeMutableBytes { buffer -> Result<Int, SourceFailure> in
        do throws(SourceFailure) {
          return .success(
            try unsafe source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[room])))
        } catch {
          return .failure(error)
        }
      }
      let got = try result.get()
      if got == 0 { break }
      count += got
    }
    contents.removeLast(contents.count - count)
    return contents
  }
}
