/// The document of a history as bytes, generated while they are read, so that the memory of the
/// document is not counted as memory of its reader.
struct WorkStream<Source: History>: Sendable {
  private static var blockSize: Int { 1 << 16 }

  private var history: Source
  private var writer: WorkWriter
  private var offset = 0
  private var progress = Progress.beforeHead

  private enum Progress { case beforeHead, beforeGroups, amongGroups, atEnd }

  init(_ history: Source, _ layout: WorkLayout = .canonical) {
    self.history = history
    writer = WorkWriter(layout, seed: 0x5EED)
  }

  /// The whole document; `count` is how many bytes to expect.
  consuming func document(expecting count: Int) -> [UInt8] {
    writer.reserve(count)
    while advance() {}
    return writer.finish()
  }

  /// The length of the whole document.
  consuming func countBytes() -> Int {
    var count = 0
    while advance() {
      count += writer.bytes.count
      writer.removeAll()
    }
    return count
  }

  /// Writes the next part of the document; false at its end.
  private mutating func advance() -> Bool {
    switch progress {
    case .beforeHead:
      writer.append("{")
      writer.appendMembers(of: history.head, depth: 1)
      writer.append(",")
      writer.appendBreak(1, orBlank: true)
      writer.append("\"transaction_groups\": [\n")
      progress = .beforeGroups
    case .beforeGroups, .amongGroups:
      guard let group = history.next() else {
        writer.append("\n]}\n")
        progress = .atEnd
        return true
      }
      if progress == .amongGroups { writer.append(",\n") }
      writer.append(group, depth: 0)
      progress = .amongGroups
    case .atEnd: return false
    }
    return true
  }

  private mutating func refill() {
    writer.removeAll()
    offset = 0
    while writer.bytes.count < Self.blockSize, advance() {}
  }
}

extension WorkStream: ByteSource {
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
    if offset == writer.bytes.count { refill() }
    let count = min(buffer.count, writer.bytes.count - offset)
    unsafe writer.bytes[offset..<offset + count].withUnsafeBytes { source in
      unsafe buffer.copyMemory(from: source)
    }
    offset += count
    return count
  }
}
