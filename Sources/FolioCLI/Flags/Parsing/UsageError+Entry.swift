import Folio

extension UsageError.StoreUsage {
  /// What is wrong, and what to write instead.
  var message: String {
    switch self {
    case .missingGroupID(let command):
      "'\(command.name)' needs the id of a group, after the STORE. "
        + "'folio log STORE' lists them."
    case .missingRemote(let command):
      "'\(command.name)' needs the STORE to sync with, after the first one. Name it, or set "
        + "FOLIO_REMOTE."
    case .notAStore(let word, let command):
      "'\(command.name)': \(BackendFault.advice(onWord: word))"
    case .nothingToAdd:
      "'add' needs a transaction, such as --buy AAPL --quantity 10 --price 180.25, or a ledger."
    case .entryAndLedger(let ledger):
      "'add' takes the transaction of its flags or '\(ledger)', not both. Call it twice."
    case .twoEvents(let first, let second):
      "--\(first) and --\(second) are two transactions. Call 'add' twice."
    case .incompleteEntry(let flag, let needs): "--\(flag) needs \(needs)."
    case .noEvent:
      "'add' is not told what happened. Give one of --buy, --sell, --dividend, --deposit, "
        + "--withdraw, --interest, --fee, --tax."
    case .notOfEvent(let flag, let event): "--\(flag) has no part in --\(event). Leave it out."
    case .notAnAmount(let flag, let value):
      "--\(flag): '\(value)' is no number. Write digits with a point before the decimals, "
        + "such as 1802.50."
    case .backend(let fault): fault.description
    }
  }
}

extension EntryOptions {
  /// Refuses a transaction that lacks something, or has more than belongs to it.
  func checkCompleteness() throws(UsageError) {
    guard let event, let flag = eventFlag else { throw .store(.noEvent) }
    switch event {
    case .buy, .sell:
      if quantity == nil { throw .store(.incompleteEntry(flag: flag, needs: "--quantity")) }
      if price == nil && gross == nil {
        throw .store(.incompleteEntry(flag: flag, needs: "--price or --gross"))
      }
    case .dividend:
      if gross == nil { throw .store(.incompleteEntry(flag: flag, needs: "--gross")) }
      try refuse(["quantity": quantity != nil, "price": price != nil, "fees": fees != nil], flag)
      if settles != nil { throw .store(.notOfEvent(flag: "settles", event: flag)) }
    case .cash:
      try refuse(
        [
          "quantity": quantity != nil, "price": price != nil, "gross": gross != nil,
          "fees": fees != nil, "taxes": taxes != nil, "settles": settles != nil,
        ], flag)
    }
  }

  private func refuse(_ given: KeyValuePairs<String, Bool>, _ event: String) throws(UsageError) {
    for (flag, isGiven) in given where isGiven {
      throw .store(.notOfEvent(flag: flag, event: event))
    }
  }
}
