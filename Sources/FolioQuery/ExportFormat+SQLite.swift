extension ExportFormat {
  /// An SQLite database with the tables and views of `QuerySchema`. On Linux it requires the trait
  /// `SQLite`.
  public static let sqlite = ExportFormat(
    name: "sqlite", meaning: "an SQLite database of the books, for any SQL tool",
    content: .analysis { ledger, options, request throws(ExportFault) in
      var query = LedgerQuery(ledger, options)
      query.request = request
      do throws(QueryFault) {
        let (bytes, booked) = try query.database()
        return (bytes, booked)
      } catch {
        switch error {
        case .faults(let faults): throw .faults(faults)
        case .arithmetic(let fault): throw .arithmetic(fault)
        case .statement, .refused, .limit, .notBuilt: throw .notPossible("\(error)")
        }
      }
    })
}
