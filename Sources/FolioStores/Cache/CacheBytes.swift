/// The cache cannot be used: it is damaged, or does not fit. The journal is read instead.
struct CacheFault: Error {}

/// Bytes of a cache, in memory or in a file.
protocol CacheBytes {
  var count: Int { get }
  /// The bytes of a range within `count`.
  func bytes(_ range: Range<Int>) throws(CacheFault) -> ArraySlice<UInt8>
}

extension CacheBytes {
  /// Bytes at an offset.
  func bytes(at offset: Int, count: Int) throws(CacheFault) -> ArraySlice<UInt8> {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      throw CacheFault()
    }
    return try bytes(offset..<offset + count)
  }

  /// A number of up to seven bytes, the lowest first.
  func number(at offset: Int, width: Int) throws(CacheFault) -> Int {
    try bytes(at: offset, count: width).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Bytes in memory.
struct MemoryBytes: CacheBytes {
  let all: [UInt8]

  var count: Int { all.count }

  func bytes(_ range: Range<Int>) throws(CacheFault) -> ArraySlice<UInt8> { all[range] }
}

extension [UInt8] {
  /// Appends a number, the lowest byte first.
  mutating func append(number: Int, width: Int) {
    for byte in 0..<width { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  /// Appends a number of any size: seven bits in each byte, the lowest first.
  mutating func append(varint number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads numbers and bytes one after the other.
struct CacheCursor {
  private let source: any CacheBytes
  private var buffer: ArraySlice<UInt8> = []
  private(set) var offset: Int

  /// The number of bytes that are read at once.
  private static let step = 1_024

  init(_ source: any CacheBytes, at offset: Int) {
    self.source = source
    self.offset = offset
  }

  mutating func byte() throws(CacheFault) -> UInt8 {
    if buffer.isEmpty {
      let count = Swift.min(Self.step, source.count - offset)
      guard count > 0 else { throw CacheFault() }
      buffer = try source.bytes(at: offset, count: count)
    }
    offset += 1
    return buffer.removeFirst()
  }

  mutating func varint() throws(CacheFault) -> Int {
    var (value, shift) = (0, 0)
    while shift < 56 {
      let byte = try byte()
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw CacheFault()
  }

  mutating func bytes(_ count: Int) throws(CacheFault) -> [UInt8] {
    if count <= buffer.count {
      defer {
        buffer = buffer.dropFirst(count)
        offset += count
      }
      return Array(buffer.prefix(count))
    }
    let bytes = try source.bytes(at: offset, count: count)
    offset += count
    buffer = []
    return Array(bytes)
  }
}
