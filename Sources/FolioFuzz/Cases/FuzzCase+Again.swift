import Dispatch
import Synchronization

// Books a ledger again, and compares the results.
extension FuzzCase {
  /// The ledger, written and read again, has no fault and the same holdings.
  func comesBack(_ booked: BookedLedger) throws(FuzzFailure) {
    let written = LedgerWriter(booked.ledger).bytes(.json)
    let check = read(written)
    if let fault = check.faults.first {
      throw FuzzFailure("written and refused: \(fault.code.rawValue) \(fault.message)")
    }
    do {
      let again = try BookedLedger(booking: check.validPart, booked.options)
      guard let before = holdings(booked), let after = holdings(again) else { return }
      if before != after { throw FuzzFailure(difference(before, after)) }
    } catch let fault as LedgerFaults {
      throw FuzzFailure("written and not booked: \(fault.errors.first?.message ?? "")")
    } catch let failure as FuzzFailure {
      throw failure
    } catch {
      throw FuzzFailure("\(error)")
    }
  }

  /// Several threads book one ledger at once, to the same holdings as before.
  func bookTogether(_ booked: BookedLedger) throws(FuzzFailure) {
    guard let before = holdings(booked) else { return }
    let (ledger, options) = (booked.ledger, booked.options)
    let others = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      let again = try? BookedLedger(booking: ledger, options)
      if again.flatMap(holdings) != before { others.withLock { $0 += 1 } }
    }
    if others.withLock({ $0 }) > 0 { throw FuzzFailure("other holdings on another thread") }
  }

  /// Without the warnings: options that were decided upon warn of themselves only once.
  private func holdings(_ booked: BookedLedger) -> String? {
    guard var report = try? Report.holdings(booked) else { return nil }
    report.warnings = []
    return report.text(as: .json)
  }

  private func difference(_ before: String, _ after: String) -> String {
    let pair = zip(before.split(separator: "\n"), after.split(separator: "\n")).first { $0 != $1 }
    guard let (one, two) = pair else { return "rows are missing when written and read again" }
    return "other holdings when written and read again: \(one) became \(two)"
  }
}
