/// Bytes that never move and never change: those of a file that is mapped to memory, or a copy.
@safe package final class FixedBytes: @unchecked Sendable {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes bytes over.
  /// - Parameter release: Called once, when nobody uses them any more.
  package init(
    _ bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    unsafe self.bytes = unsafe bytes
    unsafe self.release = release
  }

  /// Copies an array.
  package convenience init(_ array: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 16)
    unsafe copy.copyBytes(from: array)
    unsafe self.init(UnsafeRawBufferPointer(copy)) { unsafe $0.deallocate() }
  }

  deinit { unsafe release(bytes) }

  @inlinable package var count: Int { unsafe bytes.count }

  /// Eight bytes in little-endian order.
  /// - Parameter offset: At least eight before the end, as with the others by their sizes.
  @inlinable
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8)
    return UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes in little-endian order.
  @inlinable
  package func halfWord(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= count - 4)
    return UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inlinable
  package func byte(at offset: Int) -> UInt8 { unsafe bytes[offset] }

  /// A copy of some bytes.
  package func array(_ range: Range<Int>) -> [UInt8] { unsafe Array(bytes[range]) }
}

/// The prices of a packed file (Specs/quotes.md): rows of a fixed size, those of an instrument side
/// by side in the order of their days.
package struct PackedPrices: Sendable {
  /// The prices of one name in one currency.
  package struct Series: Sendable {
    /// The number of the subject.
    package var subject: UInt32
    /// In the numbers of the files.
    package var currency: CurrencyIndex
    /// The numbers of the rows in the file.
    package var rows: Range<Int>

    package init(subject: UInt32, currency: CurrencyIndex, rows: Range<Int>) {
      (self.subject, self.currency, self.rows) = (subject, currency, rows)
    }
  }

  /// The bytes of a row: coefficient, day, number of decimals, and three that are zero.
  package static let rowSize = 16

  /// The series in the order of their rows.
  package let series: [Series]
  private let bytes: FixedBytes
  private let offset: Int
  private let file: Int

  /// The rows of a file.
  /// - Parameters:
  ///   - offset: Where the first row begins.
  ///   - file: The number of the file.
  package init(_ bytes: FixedBytes, from offset: Int, _ series: [Series], file: Int) {
    (self.bytes, self.offset, self.series, self.file) = (bytes, offset, series, file)
  }

  var count: Int { series.last?.rows.upperBound ?? 0 }

  func day(_ row: Int) -> Day { Day(daysSince1970: days(row)) ?? .first }

  func price(_ row: Int) -> ExactDecimal {
    ExactDecimal(short: coefficient(row), places: places(row))
  }

  private func coefficient(_ row: Int) -> Int64 {
    Int64(bitPattern: bytes.word(at: offset + row * Self.rowSize))
  }

  private func days(_ row: Int) -> Int32 {
    Int32(bitPattern: bytes.halfWord(at: offset + row * Self.rowSize + 8))
  }

  private func places(_ row: Int) -> Int { Int(bytes.byte(at: offset + row * Self.rowSize + 12)) }

  func row(_ row: Int) -> StagedPrice {
    let own = series[series.partitioningIndex { $0.rows.upperBound > row }]
    return StagedPrice(
      subject: own.subject, day: day(row), currency: own.currency, price: price(row),
      position: position)
  }

  /// The position of all rows: the file has no lines.
  var position: SourcePosition { SourcePosition(file: file, offset: 0) }

  /// Whether each row has a price, and the days of each series are in order.
  package var areSound: Bool {
    series.allSatisfy { series in
      var last = Day.first.daysSince1970
      for row in series.rows {
        let day = days(row)
        guard day >= last, day <= Day.last.daysSince1970, coefficient(row) >= 0,
          places(row) <= ExactDecimal.maximumPlaces
        else { return false }
        last = day
      }
      return true
    }
  }
}

/// The rows of all files of prices, by number: those that were read, and those of packed files.
package struct StagedPrices: Sendable {
  private struct Part: Sendable {
    var first: Int
    var prices: PackedPrices
  }

  /// Rows of packed files have higher numbers than all that were read. `Int` may have 32 bits.
  private static let firstOfParts = Int.max / 2
  private var read: [StagedPrice] = []
  private var parts: [Part] = []

  package init() {}

  /// The number of rows that were read, without those of packed files.
  package var count: Int { read.count }

  /// The numbers of the rows that were read.
  package var indices: Range<Int> { read.indices }

  package mutating func append(_ price: StagedPrice) { read.append(price) }

  /// Whether these are the numbers of rows of a packed file.
  package static func arePacked(_ rows: Range<Int>) -> Bool { rows.lowerBound >= firstOfParts }

  /// Adds a packed file.
  /// - Returns: The numbers of its rows.
  package mutating func append(_ prices: PackedPrices) -> Range<Int> {
    let first = parts.last.map { $0.first + $0.prices.count } ?? Self.firstOfParts
    parts.append(Part(first: first, prices: prices))
    return first..<first + prices.count
  }

  /// The numbers of the rows of each series of packed files.
  package var packedSeries: [(series: PackedPrices.Series, rows: Range<Int>)] {
    parts.flatMap { part in
      part.prices.series.map { series in
        (series, part.first + series.rows.lowerBound..<part.first + series.rows.upperBound)
      }
    }
  }

  package subscript(row: Int) -> StagedPrice {
    if row < Self.firstOfParts { return read[row] }
    let part = part(of: row)
    return part.prices.row(row - part.first)
  }

  /// The day of a row, which costs less than the whole row.
  func day(_ row: Int) -> Day {
    if row < Self.firstOfParts { return read[row].day }
    let part = part(of: row)
    return part.prices.day(row - part.first)
  }

  /// A row without its subject, which has to be looked for in a packed file.
  func quote(_ row: Int) -> (day: Day, price: ExactDecimal, position: SourcePosition) {
    if row < Self.firstOfParts { return (read[row].day, read[row].price, read[row].position) }
    let part = part(of: row)
    let place = row - part.first
    return (part.prices.day(place), part.prices.price(place), part.prices.position)
  }

  private func part(of row: Int) -> Part {
    parts[parts.partitioningIndex { $0.first > row } - 1]
  }
}

/// Numbers of rows of prices.
package enum PriceRows: Sendable {
  case listed(ArraySlice<UInt32>)
  case range(Range<Int>)

  package var count: Int {
    switch self {
    case .listed(let rows): rows.count
    case .range(let rows): rows.count
    }
  }

  package subscript(place: Int) -> Int {
    switch self {
    case .listed(let rows): Int(rows[rows.startIndex + place])
    case .range(let rows): rows.lowerBound + place
    }
  }
}
