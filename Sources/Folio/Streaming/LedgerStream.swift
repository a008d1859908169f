import Diagnostics
import Interchange
import LedgerModel
import LotBooking

/// Books a ledger document while it is read, in memory that does not grow with the number of its
/// groups but by their ids (about 12 bytes an id), and by what the report shows.
///
/// That works where the tables stand before the groups, the groups in order of time, and nothing is
/// wrong or odd; by plain rules and trade date. Whatever else there is is read again as a whole, by
/// way of `LedgerReader` and `LedgerCheck`, which tell every fault. The books are the same.
///
/// ```swift
/// switch try LedgerStream(.file("ledger.json"), options, keeping: .nothing).book() {
/// case .booked(let books): print(try books.holdings())
/// case .indivisible(let source): // read(source) with a LedgerReader
/// }
/// ```
public struct LedgerStream: Sendable {
  private let source: LedgerSource
  private let user: String?
  /// How many groups are in memory at a time, or some more, and how many bytes.
  package var batchSize = LedgerParts.usualBatchSize
  package var windowSize = 1 << 17
  private let options: BookingOptions
  private let kept: BatchBooking.Kept

  /// What came of a document.
  public enum Outcome: Sendable {
    /// The books of all of it. Their ledger has its tables, but no groups.
    case booked(BookedLedger)
    /// It has to be read as a whole; this is the document from its beginning.
    case indivisible(LedgerSource)
  }

  /// A document that is to be booked.
  /// - Parameters:
  ///   - options: how to book; of the journal only its sums are kept.
  ///   - kept: what of the groups reports will name.
  ///   - user: whose rows count; of all where there is only one.
  public init(
    _ source: LedgerSource, _ options: BookingOptions, keeping kept: BatchBooking.Kept,
    user: String? = nil
  ) {
    self.source = source
    self.options = options
    self.kept = kept
    self.user = user
  }

  private var parts: LedgerParts {
    LedgerParts(source, user: user, batchSize: batchSize, windowSize: windowSize)
  }

  /// Reads and books in turns, on one core.
  /// - Throws: where the document can't be read.
  public func book(
    progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) -> Outcome {
    var parts = self.parts
    var books = PartBooks(options, kept, size: source.size)
    while let part = try parts.next() {
      switch books.take(part) {
      case .goesOn(let done): progress?(WorkProgress(.bytes, done: done, of: source.size))
      case .done(let booked): return .booked(booked)
      case .indivisible: return .indivisible(parts.again())
      }
    }
    return .indivisible(parts.again())
  }

  /// Reads on one core and books on another: books where the caller is, so that an app calls it
  /// from a task that is not the main actor's.
  /// - Throws: where the document can't be read.
  public func bookOnTwoCores(
    isolation: isolated (any Actor)? = #isolation, progress: WorkProgress.Receiver? = nil
  ) async throws(SourceFailure) -> Outcome {
    let queue = PartQueue()
    let start = parts
    let reading = Task { await queue.fill(from: start) }
    var books = PartBooks(options, kept, size: source.size)
    var booked: BookedLedger?
    while let part = await queue.next() {
      let state = books.take(part)
      if case .goesOn(let done) = state {
        progress?(WorkProgress(.bytes, done: done, of: source.size))
        continue
      }
      if case .done(let books) = state { booked = books }
      break
    }
    await queue.close()
    let parts = try await reading.value.get()
    return booked.map { .booked($0) } ?? .indivisible(parts.again())
  }
}

/// The books of the parts that came so far.
private struct PartBooks {
  private let options: BookingOptions
  private let kept: BatchBooking.Kept
  private let size: Int?
  private var check: BatchCheck?
  private var booking: BatchBooking?
  private var isFirst = true

  /// What is known after a part.
  enum State {
    /// There is more; so many bytes of the document are booked.
    case goesOn(Int)
    case done(BookedLedger)
    case indivisible
  }

  init(_ options: BookingOptions, _ kept: BatchBooking.Kept, size: Int?) {
    self.options = options
    self.kept = kept
    self.size = size
  }

  mutating func take(_ part: consuming DocumentPart) -> State {
    switch consume part {
    case .head(let draft):
      guard let check = BatchCheck(draft),
        let booking = BatchBooking(check.head, options, keeping: kept)
      else { return .indivisible }
      (self.check, self.booking) = (check, booking)
      return .goesOn(0)
    case .groups(let batch):
      let done = batch.groups.last?.position.offset ?? 0
      if isFirst, let size, let first = batch.groups.first?.position.offset, done > first {
        check?.expect(batch, times: (size - first) / (done - first) + 1)
      }
      isFirst = false
      guard let ledger = check?.ledger(of: batch), booking?.book(ledger) == true else {
        return .indivisible
      }
      return .goesOn(done)
    case .end(let rest):
      guard let ledger = check?.finish(rest), let booked = booking?.finish(ledger) else {
        return .indivisible
      }
      return .done(booked)
    case .indivisible: return .indivisible
    }
  }
}
