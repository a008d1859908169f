/// A window that moves over the bytes of a file, with zeros after them.
struct Window {
  private(set) var bytes: ContiguousArray<UInt8>
  /// The number of bytes in it.
  private(set) var count = 0
  /// The number of bytes at its start that were read.
  var done = 0
  /// Whether the file has no more bytes.
  private(set) var isLast = false

  init(size: Int) {
    bytes = ContiguousArray(repeating: 0, count: max(size, 1) + JSONScanner.padding)
  }

  private var capacity: Int { bytes.count - JSONScanner.padding }

  /// Drops the bytes that were read, and fills the window, or adds what one read delivers. If it is
  /// full and nothing was read, its size doubles: so the time to read a long record stays linear in
  /// its length.
  mutating func advance(
    from source: inout some ByteSource, fills: Bool = true
  ) throws(SourceFailure) {
    if done == 0, count == capacity {
      bytes.append(contentsOf: repeatElement(0, count: capacity))
    }
    dropDone()
    while count < capacity, !isLast {
      let got = try fill(count..<capacity, from: &source)
      count += got
      isLast = got == 0
      if !fills { break }
    }
    for index in count..<count + JSONScanner.padding { bytes[index] = 0 }
  }

  /// Moves the bytes that were not read to the start. If all of them are left, none moves: a long
  /// record may come in many short reads.
  private mutating func dropDone() {
    if done == 0 { return }
    let rest = done..<count
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[rest]))
    }
    (count, done) = (rest.count, 0)
  }

  /// The first place of a byte, from another place on. Without a slice, which would make `advance`
  /// copy the window if it lived on.
  func firstPlace(of byte: UInt8, from start: Int) -> Int? {
    let span = bytes.span
    for place in start..<count where span[place] == byte { return place }
    return nil
  }

  /// All bytes in it.
  consuming func contents() -> [UInt8] {
    bytes.removeLast(bytes.count - count)
    return Array(bytes)
  }

  private mutating func fill(
    _ room: Range<Int>, from source: inout some ByteSource
  ) throws(SourceFailure) -> Int {
    let result = unsafe bytes.withUnsafeMutableBytes { buffer -> Result<Int, SourceFailure> in
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[room])
      do throws(SourceFailure) {
        return .success(try unsafe source.read(into: target))
      } catch {
        return .failure(error)
      }
    }
    return max(0, min(try result.get(), room.count))
  }
}
