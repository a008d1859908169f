import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel

/// Books a ledger document while it is read. Its groups are not kept in memory, only their ids
/// (about 12 bytes each) and what the report shows: 144 bytes per disposal, and 20 per group that a
/// row names.
///
/// This works if the tables come before the groups, the groups are in order of time, and nothing is
/// wrong or unusual; by plain rules and trade date. Any other document has to be read again as a
/// whole by `LedgerReader` and `LedgerCheck`, which report every fault. The books are the same.
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
    var books = PartBooks(options, kept, progress, size: source.size)
    do {
      while let part = try parts.next() { try books.take(identifiers.checked(part)) }
    } catch let failure as SourceFailure {
      throw failure
    } catch {
      return .indivisible(parts.again())
    }
    return outcome(of: books, parts)
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
    var books = PartBooks(options, kept, progress, size: source.size)
    do throws(NeedsWholeLedger) {
      while let part = await unique.next() { try books.take(part) }
    } catch {
      // Without its end the document is not booked.
    }
    await unique.close()
    await comparing.value
    return outcome(of: books, try await reading.value.get())
  }

  private func outcome(of books: PartBooks, _ parts: consuming CheckedParts) -> Outcome {
    if let booked = books.booked { return .booked(booked) }
    return .indivisible(parts.again())
  }

  /// Reads parts until there are none, or nobody takes them any more.
  /// - Returns: the reader in its last state, or why it could not read.
  private static func read(
    _ start: consuming CheckedParts, into queue: PartQueue
  ) async -> Result<CheckedParts, SourceFailure> {
    var parts = start
    var failure: SourceFailure?
    do {
      while let part = try parts.next(), await queue.put(part) {}
    } catch {
      // Any other error ends the parts before their end.
      failure = error as? SourceFailure
    }
    await queue.close()
    return failure.map { .failure($0) } ?? .success(parts)
  }

  /// Passes on parts until an id is used twice.
  private static func compare(
    _ parts: PartQueue, _ start: PartIdentifiers, into queue: PartQueue
  ) async {
    var identifiers = start
    do throws(NeedsWholeLedger) {
      while let part = await parts.next() {
        guard await queue.put(try identifiers.checked(part)) else { break }
      }
    } catch {
      // The end does not reach the books, so the document is not booked.
    }
    await parts.close()
    await queue.close()
  }
}

/// The ids of the parts so far.
private struct PartIdentifiers: Sendable {
  private var identifiers = BatchIdentifiers()
  private var isFirst = true
  private let size: Int?

  /// `size` is the number of bytes of the document, if it is known.
  init(size: Int?) { self.size = size }

  /// The same part. Throws if one of its ids may have been used before.
  mutating func checked(
    _ part: consuming CheckedParts.Part
  ) throws(NeedsWholeLedger) -> CheckedParts.Part {
    guard case .groups(let ledger) = part else { return part }
    if isFirst { expect(ledger) }
    isFirst = false
    try identifiers.take(ledger)
    return part
  }

  /// Makes room for the expected number of ids, estimated from the length of the first groups.
  private mutating func expect(_ ledger: Ledger) {
    let groups = ledger.tables.groups
    guard let size, let first = groups.first?.position.offset,
      let end = groups.last?.position.offset, end > first
    else { return }
    identifiers.expect(ledger, times: (size - first) / (end - first) + 1)
  }
}

/// The books of the parts so far.
private struct PartBooks {
  private let options: BookingOptions
  private let kept: BatchBooking.Kept
  private let progress: WorkProgress.Receiver?
  private let size: Int?
  private var booking: BatchBooking?
  /// The books of the whole document, after its last part.
  private(set) var booked: BookedLedger?

  init(
    _ options: BookingOptions, _ kept: BatchBooking.Kept, _ progress: WorkProgress.Receiver?,
    size: Int?
  ) {
    self.options = options
    self.kept = kept
    self.progress = progress
    self.size = size
  }

  mutating func take(_ part: consuming CheckedParts.Part) throws(NeedsWholeLedger) {
    switch consume part {
    case .head(let ledger):
      booking = try BatchBooking(ledger, options, keeping: kept)
      progress?(WorkProgress(.bytes, done: 0, of: size))
    case .groups(let ledger):
      try booking?.book(ledger)
      let end = ledger.tables.groups.last?.position.offset ?? 0
      progress?(WorkProgress(.bytes, done: end, of: size))
    case .end(let ledger): booked = try booking?.finish(ledger)
    }
  }
}
