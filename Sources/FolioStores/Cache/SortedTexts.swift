import FolioNumbers

/// Texts in the order of their bytes, each with a number. Neighbours share their beginnings, so ids
/// that are counted up take few bytes. A text may occur several times.
struct SortedTexts {
  struct Item: Hashable {
    var text: [UInt8]
    var value: Int
  }

  /// Of so many texts, the first one is written completely.
  private static let blockSize = 16

  private let source: any CacheBytes
  private let start: Int
  /// The number of blocks.
  private let blocks: Int
  /// The number of texts.
  let count: Int

  init(_ source: any CacheBytes, at start: Int) throws(CacheFault) {
    self.source = source
    self.start = start
    count = try source.number(at: start, width: 4)
    blocks = (count + Self.blockSize - 1) / Self.blockSize
  }

  /// Texts as bytes. They must be sorted.
  static func encoded(_ items: some Sequence<Item>) -> [UInt8] {
    var (table, data): ([UInt8], [UInt8]) = ([], [])
    var count = 0
    var last: [UInt8] = []
    for item in items {
      var shared = 0
      if count % blockSize == 0 {
        table.append(number: data.count, width: 4)
      } else {
        shared = zip(last, item.text).prefix { $0 == $1 }.count
      }
      data.append(varint: shared)
      data.append(varint: item.text.count - shared)
      data += item.text[shared...]
      data.append(varint: item.value)
      last = item.text
      count += 1
    }
    var bytes: [UInt8] = []
    bytes.append(number: count, width: 4)
    return bytes + table + data
  }

  /// The numbers of a text.
  func values(of text: [UInt8]) throws(CacheFault) -> [Int] {
    var (items, values) = (try iterator(from: text), [Int]())
    while let item = try items.next(), item.text == text { values.append(item.value) }
    return values
  }

  /// The texts that are not before one.
  func iterator(from text: [UInt8]) throws(CacheFault) -> Iterator {
    var (low, high) = (0, blocks)
    while low < high {
      let middle = (low + high) / 2
      var head = try iterator(atBlock: middle)
      guard let first = try head.next() else { throw CacheFault() }
      if first.text.lexicographicallyPrecedes(text) { low = middle + 1 } else { high = middle }
    }
    // Equal texts may begin in the block before.
    var items = try iterator(atBlock: max(0, low - 1))
    var rest = items
    while let item = try items.next(), item.text.lexicographicallyPrecedes(text) { rest = items }
    return rest
  }

  /// All texts.
  func iterator() throws(CacheFault) -> Iterator { try iterator(atBlock: 0) }

  private func iterator(atBlock block: Int) throws(CacheFault) -> Iterator {
    let data = start + 4 + 4 * blocks
    let first = blocks == 0 ? 0 : try source.number(at: start + 4 + 4 * block, width: 4)
    return Iterator(
      cursor: CacheCursor(source, at: data + first), rest: count - block * Self.blockSize)
  }

  struct Iterator {
    fileprivate var cursor: CacheCursor
    fileprivate var rest: Int
    private var last: [UInt8] = []

    fileprivate init(cursor: CacheCursor, rest: Int) {
      self.cursor = cursor
      self.rest = rest
    }

    mutating func next() throws(CacheFault) -> Item? {
      if rest <= 0 { return nil }
      rest -= 1
      let shared = try cursor.varint()
      guard shared <= last.count else { throw CacheFault() }
      last = last.prefix(shared) + (try cursor.bytes(try cursor.varint()))
      return Item(text: last, value: try cursor.varint())
    }
  }
}
