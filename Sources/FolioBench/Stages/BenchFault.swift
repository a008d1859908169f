/// Why nothing can be measured.
enum BenchFault: Error {
  /// A generated document has faults.
  case ledger(LedgerFaults)
  /// Two ways to the same results led to different ones.
  case differentResults(String, String)
  /// Something else, in words.
  case failed(String)

  /// One sentence, or the faults as text.
  var message: String {
    switch self {
    case .ledger(let faults): faults.text()
    case .differentResults(let first, let second):
      "the results differ between two runs on the same rows: \(first) and \(second)"
    case .failed(let message): message
    }
  }
}
