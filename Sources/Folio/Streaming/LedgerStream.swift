/// Books a ledger document while reading it.
///
/// Groups are not kept in memory. Only their ids (about 12 bytes each) and the data of the report
/// are: 144 bytes per disposal, and 20 bytes per group that a row names.
///
/// Streaming requires that the tables precede the groups, that the groups are in chronological
/// order, and that the document has no faults and no unusual features. It supports booking by trade
/// date without tax rules. Any other document must be read as a whole by `LedgerReader` and
/// `LedgerCheck`, which report every fault. Both ways produce the same books.
///
/// ```swift
/// switch try LedgerStream(.file("ledger.json"), options, keeping: .nothing).book() {
/// case .booked(let books): print(try books.holdings())
/// case .needsWholeDocument(let source): // read(source) with a LedgerReader
/// }
/// ```
public struct LedgerStream: Sendable {
  private let source: LedgerSource
  private let user: String?
  /// The minimum number of groups in memory at a time, and the size of the read window in bytes.
  package var batchSize = LedgerParts.usualBatchSize
  package var windowSize = 1 << 17
  private let options: BookingOptions
  private let kept: BatchBooking.Retained
  private let period: PeriodOfHead?
  /// Takes the rows of each batch, if `kept` has the postings.
  package var rows: RowSpool?

  /// Returns the period to book, with the prices of the ledger without its groups.
  package typealias PeriodOfHead = @Sendable (Ledger) -> BookingPeriod

  /// The result of booking a document.
  public enum Outcome: Sendable {
    /// The books of the whole document. Their ledger has the tables, but no groups.
    case booked(BookedLedger)
    /// The document must be read as a whole. The value is the document from its beginning.
    case needsWholeDocument(LedgerSource)
  }

  /// Creates a stream for a document.
  /// - Parameters:
  ///   - options: The booking options. Only the sums of the journal are kept.
  ///   - kept: The data of the groups that reports will use.
  ///   - user: The user whose rows are read. May be `nil` if there is only one.
  public init(
    _ source: LedgerSource, _ options: BookingOptions, keeping kept: BatchBooking.Retained,
    user: String? = nil
  ) {
    self.init(source, options, keeping: kept, over: nil, user: user)
  }

  package init(
    _ source: LedgerSource, _ options: BookingOptions, keeping kept: BatchBooking.Retained,
    over period: PeriodOfHead?, user: String? = nil
  ) {
    self.source = source
    self.options = options
    self.kept = kept
    self.period = period
    self.user = user
  }

  private var parts: CheckedParts {
    CheckedParts(
      LedgerParts(source, user: user, batchSize: batchSize, windowSize: windowSize))
  }

  /// Reads, checks and books the document on one core.
  /// - Throws: `SourceFailure` if the document cannot be read.
  public func book(
    progress: WorkProgress.Receiver? = nil
  ) throws(SourceFailure) -> Outcome {
    var parts = self.parts
    var identifiers = PartIdentifiers(size: source.size)
    var books = PartBooks(
      options: options, kept: kept, period: period, progress: progress, size: source.size)
    do {
      while let part = try parts.next() {
        let batch = try books.take(identifiers.checked(part))
        if let batch, let rows { try rows.append(rows.render(batch)) }
      }
    } catch let failure as SourceFailure {
      throw failure
    } catch {
      return .needsWholeDocument(parts.again())
    }
    return outcome(of: books, parts)
  }

  /// Reads and checks the document in one task, compares ids in a second task, and books on the
  /// caller's executor. If rows are rendered, further tasks do that.
  ///
  /// Call it from a task that does not run on the main actor. The cost of the steps depends on the
  /// document; with more steps than cores, no core stays idle for long.
  /// - Throws: `SourceFailure` if the document cannot be read.
  public func bookOnTwoCores(
    isolation: isolated (any Actor)? = #isolation, progress: WorkProgress.Receiver? = nil
  ) async throws(SourceFailure) -> Outcome {
    let (checked, unique) = (PartQueue(), PartQueue())
    let start = parts
    let reading = Task { await Self.read(start, into: checked) }
    let comparing = Task { [size = source.size] in
      await Self.compare(checked, PartIdentifiers(size: size), into: unique)
    }
    var books = PartBooks(
      options: options, kept: kept, period: period, progress: progress, size: source.size)
    // The batches whose rows are being rendered, while the next one is booked.
    var rendering: [Task<[UInt8]?, Never>] = []
    do throws(NeedsWholeLedger) {
      while let part = await unique.next() {
        guard let batch = try books.take(part), let rows else { continue }
        if rendering.count == 2 { try rows.append(await rendering.removeFirst().value) }
        rendering.append(Task { rows.render(batch) })
      }
      for task in rendering { try rows?.append(await task.value) }
    } catch {
      // The last part may be booked, but not all rows are kept.
      books.booked = nil
    }
    await unique.close()
    await comparing.value
    return outcome(of: books, try await reading.value.get())
  }

  private func outcome(of books: PartBooks, _ parts: consuming CheckedParts) -> Outcome {
    if let booked = books.booked { return .booked(booked) }
    return .needsWholeDocument(parts.again())
  }

  /// Reads parts until the last one, or until the queue is closed.
  /// - Returns: The reader in its final state, or the failure.
  private static func read(
    _ start: consuming CheckedParts, into queue: PartQueue
  ) async -> Result<CheckedParts, SourceFailure> {
    var parts = start
    var failure: SourceFailure?
    do {
      while let part = try parts.next(), await queue.put(part) {}
    } catch {
      // Any other error stops the reader early, which makes the outcome `needsWholeDocument`.
      failure = error as? SourceFailure
    }
    await queue.close()
    return failure.map { .failure($0) } ?? .success(parts)
  }

  /// Passes parts on until an id is used twice.
  private static func compare(
    _ parts: PartQueue, _ start: PartIdentifiers, into queue: PartQueue
  ) async {
    var identifiers = start
    do throws(NeedsWholeLedger) {
      while let part = await parts.next() {
        guard await queue.put(try identifiers.checked(part)) else { break }
      }
    } catch {
      // The last part is not passed on, so the document is not booked.
    }
    await parts.close()
    await queue.close()
  }
}

/// The ids of the parts read so far.
private struct PartIdentifiers: Sendable {
  var identifiers = BatchIdentifiers()
  var isFirst = true
  /// The number of bytes of the document, if known.
  let size: Int?

  /// Returns the part unchanged. Throws if one of its ids may have been used before.
  mutating func checked(
    _ part: consuming CheckedParts.Part
  ) throws(NeedsWholeLedger) -> CheckedParts.Part {
    guard case .groups(let ledger) = part else { return part }
    if isFirst { expect(ledger) }
    isFirst = false
    try identifiers.take(ledger)
    return part
  }

  /// Reserves capacity for the ids, estimated from the length of the first groups.
  private mutating func expect(_ ledger: Ledger) {
    let groups = ledger.tables.groups
    guard let size, let first = groups.first?.position.offset,
      let end = groups.last?.position.offset, end > first
    else { return }
    identifiers.expect(ledger, times: (size - first) / (end - first) + 1)
  }
}

/// The books of the parts read so far.
private struct PartBooks {
  let options: BookingOptions
  let kept: BatchBooking.Retained
  let period: LedgerStream.PeriodOfHead?
  let progress: WorkProgress.Receiver?
  /// The number of bytes of the document, if known.
  let size: Int?
  var booking: BatchBooking?
  /// The books of the whole document, once its last part is booked.
  var booked: BookedLedger?

  /// Books a part.
  /// - Returns: The books of a batch of groups alone, if its postings are kept.
  mutating func take(
    _ part: consuming CheckedParts.Part
  ) throws(NeedsWholeLedger) -> BookedLedger? {
    switch consume part {
    case .head(let ledger):
      booking = try BatchBooking(ledger, options, keeping: kept, period: period?(ledger))
      progress?(WorkProgress(.bytes, done: 0, of: size))
    case .groups(let ledger):
      try booking?.book(ledger)
      let end = ledger.tables.groups.last?.position.offset ?? 0
      progress?(WorkProgress(.bytes, done: end, of: size))
      if kept.contains(.postings) { return booking?.takePostings(of: ledger) }
    case .end(let ledger): booked = try booking?.finish(ledger)
    }
    return nil
  }
}
