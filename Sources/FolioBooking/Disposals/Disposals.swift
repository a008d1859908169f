import FolioModel
import FolioNumbers

/// The disposals of the books in order of booking.
///
/// A disposal takes 160 bytes. Where a ledger is booked while it is read, those that nothing can
/// change any more are packed, in blocks, to about a sixth of that (decision 0045). Going over
/// all of them, or over some in order by way of a `Reader`, unpacks each once; asking for a single
/// packed one by its place unpacks those of its block before it. What comes out is what was put
/// in, to the places of each number.
public struct Disposals: RandomAccessCollection, Sendable {
  private var packed = PackedDisposals()
  /// Those behind the packed ones.
  private var recent: [Disposal] = []
  private var packedCount = 0

  init() {}

  /// 0.
  public var startIndex: Int { 0 }

  /// How many there are.
  public var endIndex: Int { packedCount &+ recent.count }

  /// A disposal by its place. One that is packed can't be set any more.
  public internal(set) subscript(place: Int) -> Disposal {
    get {
      if place >= packedCount { return recent[place &- packedCount] }
      var reader = Reader(self)
      return reader.disposal(at: place)
    }
    set { recent[place - packedCount] = newValue }
  }

  mutating func append(_ disposal: Disposal) { recent.append(disposal) }

  /// Makes room for what may come.
  mutating func reserve(_ count: Int) { recent.reserveLargePages(count) }

  /// Packs whole blocks of what came so far. Nothing of it may be set after that.
  mutating func seal() {
    let size = PackedDisposals.blockSize
    let count = recent.count / size * size
    for start in stride(from: 0, to: count, by: size) {
      packed.append(recent[start..<start + size])
    }
    recent.removeFirst(count)
    packedCount += count
  }

  /// Goes over all of them, each unpacked once.
  public func makeIterator() -> Iterator { Iterator(reader: Reader(self)) }

  /// Goes over disposals in order.
  public struct Iterator: IteratorProtocol {
    fileprivate var reader: Reader
    fileprivate var place = 0

    /// The next one.
    public mutating func next() -> Disposal? {
      guard place < reader.disposals.endIndex else { return nil }
      defer { place &+= 1 }
      return reader.disposal(at: place)
    }
  }

  /// Gives disposals by their places, quickly where each place is behind the one before.
  public struct Reader: Sendable {
    fileprivate let disposals: Disposals
    private var block: PackedDisposals.Reader

    /// A reader of these.
    public init(_ disposals: Disposals) {
      self.disposals = disposals
      block = disposals.packed.reader
    }

    /// The disposal in a place.
    public mutating func disposal(at place: Int) -> Disposal {
      place < disposals.packedCount ? block.row(at: place) : disposals[place]
    }
  }
}
