extension ExportFormat {
  /// A workbook with one sheet for each report.
  public static let xlsx = ExportFormat(
    name: "xlsx", meaning: "a workbook for Excel and LibreOffice, one sheet for each report",
    content: .analysis { ledger, options, request throws(ExportFault) in
      let reports = try Workbook.reports(on: ledger, options, request)
      return (try Workbook.bytes(of: reports.map(\.report)), reports.first?.booked)
    })
}

extension Workbook {
  /// All reports on a ledger that have a meaning for it. There is no tax form without tax rules, or
  /// in a currency that is not that of the form. Returns are by year.
  /// - Throws: `ExportFault.faults` of booking, or `ExportFault.arithmetic` if a sum exceeds the
  ///   precision of `ExactDecimal`.
  public static func reports(
    on ledger: Ledger, _ options: BookingOptions, _ request: ReportRequest
  ) throws(ExportFault) -> [(report: Report, booked: BookedLedger)] {
    let hasTaxRules = options.regime(of: ledger) != nil
    var reports: [(Report, BookedLedger)] = []
    for kind in ReportKind.all where !kind.needsTaxRules || hasTaxRules {
      var own = request
      if kind.refusedOptions.contains("from") { own.selection.from = nil }
      own.returns.step = .year
      do {
        if let made = try kind.report(on: ledger, options, own) {
          reports.append(made)
        }
      } catch let faults as LedgerFaults {
        if faults.errors.allSatisfy(\.code.isOfReport) { continue }
        throw .faults(faults)
      } catch let fault as ArithmeticFault {
        throw .arithmetic(fault)
      } catch {
        throw .notPossible("\(error)")
      }
    }
    return reports
  }
}
