import FolioModel
import FolioNumbers

/// Disposals in bytes: blocks of `blockSize` rows, each of which can be read without the others.
///
/// Within a block a row is told by what differs from the row before (`RowCoding`).
struct PackedDisposals: Sendable {
  /// Rows of a block: with fewer, more has to be told anew.
  static let blockSize = 64

  /// The bytes of the blocks, none of which lies in two chunks. The chunks are made as large as
  /// they can become, so that nothing is copied when more comes.
  private var chunks: [[UInt8]] = []
  private var blocks: [Block] = []
  private var writer = RowWriter()
  private static let chunkSize = 1 << 18

  /// Where a block begins.
  private struct Block {
    var chunk: UInt32
    var offset: UInt32
  }

  /// Appends a block of `blockSize` rows.
  mutating func append(_ rows: some Collection<Disposal>) {
    writer.begin()
    for row in rows { writer.append(row) }
    if chunks.last.map({ $0.count + writer.bytes.count > Self.chunkSize }) ?? true {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    let last = chunks.count - 1
    blocks.append(
      Block(
        chunk: UInt32(truncatingIfNeeded: last),
        offset: UInt32(truncatingIfNeeded: chunks[last].count)))
    chunks[last].append(contentsOf: writer.bytes)
  }

  /// Reads from the first row on.
  var reader: Reader { Reader(rows: self) }

  /// Reads rows by their places.
  struct Reader: Sendable {
    private let rows: PackedDisposals
    private var reader = RowReader()
    /// The place of the row that `reader` reads next; at the end of a block there is none.
    private var next = 0
    private var isInBlock = false

    init(rows: PackedDisposals) { self.rows = rows }

    /// The row in a place: at once where it is the row after the last one, or the last one itself.
    mutating func row(at place: Int) -> Disposal {
      if isInBlock, place == next &- 1 { return reader.row }
      let size = PackedDisposals.blockSize
      if !isInBlock || place < next || place / size != (next &- 1) / size {
        let block = rows.blocks[place / size]
        reader.begin(rows.chunks[Int(block.chunk)], at: Int(block.offset))
        next = place / size * size
        isInBlock = true
      }
      while next <= place {
        reader.read()
        next &+= 1
      }
      return reader.row
    }
  }
}
