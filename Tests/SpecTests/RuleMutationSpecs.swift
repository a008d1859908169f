#if DEBUG
import FolioDiagnostics
import Testing

@testable import FolioInterchange
@testable import FolioModel
@testable import TestSupport

/// Turns off each rule of rows and each check in turn. Some ledger under Specs/errors has to give
/// another result without it, read as a whole and read in batches. Release builds have no switches.
struct RuleMutationSpecs {
  private struct Found: Equatable {
    var whole: [String]
    var streamed: [String]

    func has(_ code: DiagnosticCode) -> Bool {
      (whole + streamed).contains { $0.hasPrefix(code.rawValue) }
    }
  }

  private static let ledgers: [[UInt8]] = {
    // Where most rules are shown comes first.
    let paths = ["F111", "F207", "F116", "F112", "F203", "F201", "F206", ""].flatMap {
      SpecFiles.paths(in: "errors/\($0)", ending: "")
    }
    var seen: Set<String> = []
    let found = paths.filter { $0.contains("/ledger.") && seen.insert($0).inserted }
    return found.compactMap { try? SpecFiles.bytes($0) }.filter { $0.count < 1 << 16 }
      + [Array(negativeTax.utf8)]
  }()
  private static let negativeTax =
    """
    {"transaction_groups": [{"id": "g", "occurred_at": "2024-01-01", "stock_transactions": [
    {"symbol": "A", "trade_type": "dividend", "gross_amount": "1", "tax_withheld": "-1",
    "currency": "USD"}]}]}
    """
  private static let unchanged = ledgers.map(find)

  private static func text(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.code.rawValue) \(diagnostic.message) \(diagnostic.position)"
  }

  private static func find(_ bytes: [UInt8]) -> Found {
    var reader = LedgerReader()
    reader.read(bytes, name: "ledger.json")
    let check = LedgerCheck(of: reader.finish())
    let whole = (check.faults + check.validPart.warnings).map(text)
    return Found(whole: whole, streamed: stream(bytes))
  }

  /// What is found before the document is complete or has to be read as a whole.
  private static func stream(_ bytes: [UInt8]) -> [String] {
    var parts = LedgerParts(LedgerSource(bytes, name: "ledger.json"), batchSize: 1)
    var check: BatchCheck?
    var identifiers = BatchIdentifiers()
    do {
      while let part = try parts.next() {
        switch part {
        case .head(let draft): check = try BatchCheck(draft)
        case .groups(let batch):
          if let ledger = try check?.ledger(of: batch) { try identifiers.take(ledger) }
        case .end: break
        }
      }
      return ["complete"]
    } catch let error as NeedsWholeLedger {
      return ["needs the whole"] + error.findings.map(text)
    } catch let error as LedgerFaults {
      return error.diagnostics.map(text)
    } catch {
      return ["\(error)"]
    }
  }

  /// Whether a change is noticed by the whole and by the stream.
  private static func isNoticed(
    in isTried: (Found) -> Bool = { _ in true }, _ change: (() -> Found) -> Found
  ) -> (whole: Bool, stream: Bool) {
    var (whole, stream) = (false, false)
    for (ledger, before) in zip(ledgers, unchanged) where isTried(before) {
      let after = change { find(ledger) }
      whole = whole || after.whole != before.whole
      stream = stream || after.streamed != before.streamed
      if whole, stream { break }
    }
    return (whole, stream)
  }

  @Test("A row rule that is missing is noticed", arguments: RowRule.allCases)
  func rowRule(_ rule: RowRule) {
    let noticed = Self.isNoticed { find in RowRule.$disabled.withValue(rule, operation: find) }
    #expect(noticed.whole && noticed.stream, "whole \(noticed.whole), stream \(noticed.stream)")
  }

  /// The steps without which the others still can run.
  private static let checks = [
    "checkUniqueIDs", "completeStockLegs", "checkPrices", "checkRates", "checkGroups",
  ]

  @Test("A check that is missing is noticed", arguments: checks)
  func check(_ step: String) {
    let noticed = Self.isNoticed { find in CheckStep.$disabled.withValue(step, operation: find) }
    #expect(noticed.whole && noticed.stream, "whole \(noticed.whole), stream \(noticed.stream)")
  }

  /// The check finds these only in whole documents; in batches the reader finds some of them.
  private static let ofWholeDocuments: Set<DiagnosticCode> = [
    .unknownGroup, .contradictorySettings,
  ]

  private static let codes: [DiagnosticCode] = DiagnosticCode.allCases.filter { code in
    unchanged.contains { found in
      let isFound = found.whole.contains { $0.hasPrefix(code.rawValue) }
      return isFound && found.streamed.contains { $0.hasPrefix(code.rawValue) }
        && (code.rawValue.hasPrefix("F2") || code.rawValue.hasPrefix("W4"))
    }
  }

  @Test("A finding of the check that is missing is noticed")
  func findings() {
    #expect(Self.codes.count >= 15, "\(Self.codes)")
    for code in Self.codes {
      let noticed = Self.isNoticed(in: { $0.has(code) }) { find in
        LedgerChecker.$disabledCode.withValue(code, operation: find)
      }
      // The reader finds some codes, too; those rules are tested above.
      let isOfWhole = Self.ofWholeDocuments.contains(code)
      #expect(noticed.whole == noticed.stream || isOfWhole, "\(code)")
    }
  }
}
#endif
