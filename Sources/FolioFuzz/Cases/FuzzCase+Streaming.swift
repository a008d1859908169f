// An input booked while it is read, against the same input booked as a whole.
extension FuzzCase {
  /// Reads and books the input in turns.
  /// - Returns: whether it could be booked that way.
  @discardableResult
  mutating func stream(_ whole: LedgerCheck, _ options: BookingOptions) throws(FuzzFailure) -> Bool
  {
    let options = streamable(options)
    let stream = stream(options)
    let outcome: LedgerStream.Outcome
    do throws(SourceFailure) {
      outcome = try stream.book()
    } catch {
      throw FuzzFailure("memory that can't be read: \(error.reason)")
    }
    return try compare(outcome, whole, options)
  }

  /// Reads the input on one core and books it on another.
  /// - Returns: whether it could be booked that way.
  @discardableResult
  consuming func streamOnTwoCores() async throws(FuzzFailure) -> Bool {
    var chosen = BookingOptions()
    choose(&chosen)
    let options = streamable(chosen)
    let stream = stream(options)
    let outcome: LedgerStream.Outcome
    do throws(SourceFailure) {
      outcome = try await stream.bookOnTwoCores()
    } catch {
      throw FuzzFailure("memory that can't be read: \(error.reason)")
    }
    return try compare(outcome, read(input.bytes), options)
  }

  /// Options under which most ledgers can be booked while they are read.
  private mutating func streamable(_ chosen: BookingOptions) -> BookingOptions {
    var options = chosen
    options.keepsTrace = false
    options.keepsMovements = false
    if !oneIn(8) { options.taxRules = TaxRules.none }
    if !oneIn(8) { options.dateBasis = .trade }
    if oneIn(2) { options.excludesPending = true }
    return options
  }

  private mutating func stream(_ options: BookingOptions) -> LedgerStream {
    var stream = LedgerStream(
      LedgerSource(input.bytes, name: "input.json"), options, keeping: .ids)
    stream.batchSize = choices.next(in: 1..<4)
    stream.windowSize = choices.next(in: 1..<2_000)
    return stream
  }

  /// A ledger that is booked while it is read has no fault, and the same books as the whole ledger.
  private func compare(
    _ outcome: LedgerStream.Outcome, _ whole: LedgerCheck, _ options: BookingOptions
  ) throws(FuzzFailure) -> Bool {
    guard case .booked(let streamed) = outcome else { return false }
    if let fault = whole.faults.first {
      throw FuzzFailure(
        "booked while it is read in spite of \(fault.code.rawValue) \(fault.message)")
    }
    let booked: BookedLedger
    do throws(LedgerFaults) {
      booked = try BookedLedger(booking: whole.validPart, options)
    } catch {
      throw FuzzFailure("booked while it is read in spite of \(error.errors.first?.message ?? "")")
    }
    for (one, other) in zip(reports(streamed), reports(booked)) where one != other {
      let lines = zip(one.split(separator: "\n"), other.split(separator: "\n"))
      let (found, expected) = lines.first { $0 != $1 } ?? ("more or fewer lines", "the whole's")
      throw FuzzFailure("booked while it is read: \(found) is not \(expected)")
    }
    return true
  }

  /// The reports that are made of a ledger that is booked while it is read. A sum beyond 36 digits
  /// is none in both.
  private func reports(_ booked: BookedLedger) -> [String] {
    let all = [
      try? Report.holdings(booked), .cash(booked), .gains(booked), .lots(booked),
      .income(booked), try? .trialBalance(booked),
    ]
    return all.map { $0?.text(as: .json) ?? "" }
  }
}
