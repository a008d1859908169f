import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel

/// Books a ledger document while it is read, in memory that does not grow with the number of its
/// groups but by their ids (about 12 bytes an id), and by what the report shows: about 25 bytes a
/// disposal, and 20 a group that a row names.
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

  private var parts: CheckedParts {
    CheckedParts(
      LedgerParts(source, user: user, batchSize: batchSize, windowSize: windowSize))
  }

  /// Reads, checks and books in turns, on one core.
  /// - Throws: where the document can't be read.
  public func book(
    progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) -> Outcome {
    var parts = self.parts
    var identifiers = PartIdentifiers(size: source.size)
    var books = PartBooks(options, kept)
    while let part = try parts.next() {
      switch books.take(identifiers.take(part)) {
      case .goesOn(let done): progress?(WorkProgress(.bytes, done: done, of: source.size))
      case .done(let booked): return .booked(booked)
      case .indivisible: return .indivisible(parts.again())
      }
    }
    return .indivisible(parts.again())
  }

  /// Reads and checks in one task, compares ids in another, and books where the caller is, so that
  /// an app calls it from a task that is not the main actor's. What each of the three takes depends
  /// on the document; as there is one more than cores, none is long without work.
  /// - Throws: where the document can't be read.
  public func bookOnTwoCores(
    isolation: isolated (any Actor)? = #isolation, progress: WorkProgress.Receiver? = nil
  ) async throws(SourceFailure) -> Outcome {
    let (checked, unique) = (PartQueue(), PartQueue())
    let start = parts
    let reading = Task { await Self.read(start, into: checked) }
    let comparing = Task { [size = source.size] in
      await Self.compare(checked, PartIdentifiers(size: size), into: unique)
    }
    var books = PartBooks(options, kept)
    var booked: BookedLedger?
    while let part = await unique.next() {
      let state = books.take(part)
      if case .goesOn(let done) = state {
        progress?(WorkProgress(.bytes, done: done, of: source.size))
        continue
      }
      if case .done(let books) = state { booked = books }
      break
    }
    await unique.close()
    await comparing.value
    let parts = try await reading.value.get()
    return booked.map { .booked($0) } ?? .indivisible(parts.again())
  }

  /// Reads parts until there are none, or nobody wants them any more.
  /// - Returns: the reader as it then is, or why it could not read.
  private static func read(
    _ start: consuming CheckedParts, into queue: PartQueue
  ) async -> Result<CheckedParts, SourceFailure> {
    var parts = start
    do throws(SourceFailure) {
      while let part = try parts.next(), await queue.put(part) {}
    } catch {
      await queue.close()
      return .failure(error)
    }
    await queue.close()
    return .success(parts)
  }

  /// Hands parts on in which no id is used twice.
  private static func compare(
    _ parts: PartQueue, _ start: PartIdentifiers, into queue: PartQueue
  ) async {
    var identifiers = start
    while let part = await parts.next() {
      let part = identifiers.take(part)
      guard await queue.put(part) else { break }
      if case .indivisible = part { break }
    }
    await parts.close()
    await queue.close()
  }
}

/// The ids of the parts that came so far.
private struct PartIdentifiers: Sendable {
  private var identifiers = BatchIdentifiers()
  private var isFirst = true
  private let size: Int?

  /// `size` is how many bytes the document has, where that is known.
  init(size: Int?) { self.size = size }

  /// The same part; `indivisible` where an id of it may have been used before.
  mutating func take(_ part: consuming CheckedParts.Part) -> CheckedParts.Part {
    guard case .groups(let ledger) = part else { return part }
    if isFirst { expect(ledger) }
    isFirst = false
    return (try? identifiers.take(ledger)) == nil ? .indivisible : part
  }

  /// Makes room for what the document is likely to hold, by how long its first groups are.
  private mutating func expect(_ ledger: Ledger) {
    let groups = ledger.tables.groups
    guard let size, let first = groups.first?.position.offset,
      let end = groups.last?.position.offset, end > first
    else { return }
    identifiers.expect(ledger, times: (size - first) / (end - first) + 1)
  }
}

/// The books of the parts that came so far.
private struct PartBooks {
  private let options: BookingOptions
  private let kept: BatchBooking.Kept
  private var booking: BatchBooking?

  /// What is known after a part.
  enum State {
    /// There is more; so many bytes of the document are booked.
    case goesOn(Int)
    case done(BookedLedger)
    case indivisible
  }

  init(_ options: BookingOptions, _ kept: BatchBooking.Kept) {
    self.options = options
    self.kept = kept
  }

  mutating func take(_ part: consuming CheckedParts.Part) -> State {
    switch consume part {
    case .head(let ledger):
      booking = BatchBooking(ledger, options, keeping: kept)
      return booking == nil ? .indivisible : .goesOn(0)
    case .groups(let ledger):
      let end = ledger.tables.groups.last?.position.offset ?? 0
      return booking?.book(ledger) == true ? .goesOn(end) : .indivisible
    case .end(let ledger):
      return booking?.finish(ledger).map { .done($0) } ?? .indivisible
    case .indivisible: return .indivisible
    }
  }
}
