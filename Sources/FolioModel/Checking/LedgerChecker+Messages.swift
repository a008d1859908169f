extension Diagnostic {
  /// The last entry of a list of faults that was cut at its limit.
  package static func unlistedFaults(_ count: Int) -> Diagnostic {
    Diagnostic(
      .tooManyRecords,
      count == 1 ? "1 more fault is not listed" : "\(count) more faults are not listed",
      help: "Mend those that are, and look again.", at: .none)
  }
}

// The messages about single rows. Those about groups are in LedgerChecker+GroupMessages.swift.
extension LedgerChecker {
  func unknownGroup(_ id: Identifier, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unknownGroup, "this leg belongs to group \"\(tables.text(id))\", and there is no such group",
      help: "Correct the group_id, or add the group's row to transaction_groups.",
      at: position, field: ["group_id"])
  }

  func duplicateInstrument(
    _ row: Instrument, _ column: String, _ name: Identifier, _ earlier: InstrumentIndex
  ) -> Diagnostic {
    let other = tables.instruments[Int(earlier)].columnThatDiffers(from: row)
    return Diagnostic(
      .duplicateID,
      "the \(column) \"\(tables.text(name))\" is in stocks_master twice"
        + (other.map { ", and the \($0) differs" } ?? ""),
      help: "Keep one row for each symbol and each id. In a store, 'folio edit' replaces a row.",
      at: row.position, field: [.key(column)])
  }

  func duplicateID(
    _ kind: String, _ id: Identifier, at position: SourcePosition, differing column: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .duplicateID,
      "the id \"\(tables.text(id))\" is used by two \(kind)s"
        + (column.map { ", and the \($0) differs" } ?? ""),
      help: "Give this one an id of its own, or remove it if it was entered twice.",
      at: position, field: ["id"])
  }

  func unknownStockID(_ id: Identifier, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unknownInstrument,
      "no stock has the id \"\(tables.text(id))\", and the row gives no symbol",
      help: "Correct the stock_id, add the stock to stocks_master, or name the symbol.",
      at: position, field: ["stock_id"])
  }

  func contradictoryInstrument(
    _ bySymbol: InstrumentIndex, _ id: Identifier, _ byID: InstrumentIndex,
    at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .contradictoryInstrument,
      "the symbol is \(tables.symbol(bySymbol)), but the stock_id \"\(tables.text(id))\" is that "
        + "of \(tables.symbol(byID))",
      help: "Correct one of the two; either is enough.", at: position, field: ["stock_id"])
  }

  func unknownAccount(_ id: Identifier, at position: SourcePosition) -> Diagnostic {
    let known = tables.cashAccounts.prefix(8).map { tables.text($0.id) }
    let more = tables.cashAccounts.count - known.count
    let list = known.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let accounts = known.isEmpty ? "The ledger has no cash accounts." : "There are: \(list)."
    return Diagnostic(
      .unknownAccount, "there is no cash account with the id \"\(tables.text(id))\"",
      help: "Correct the id, or add the account to portfolio_cash_accounts. \(accounts)",
      at: position, field: ["cash_account_id"])
  }

  func accountCurrency(
    _ account: CashAccount, _ given: CurrencyIndex, _ row: String, at position: SourcePosition
  ) -> Diagnostic {
    let (held, given) = (currencyCode(account.currency), currencyCode(given))
    return Diagnostic(
      .accountCurrency,
      "the account \"\(tables.text(account.id))\" holds \(held), and this \(row) is in \(given)",
      help: "Use an account in \(given), or write the amount in \(held).",
      at: position, field: ["currency"])
  }

  func unknownCurrency(_ instrument: InstrumentIndex, at position: SourcePosition) -> Diagnostic {
    let symbol = tables.symbol(instrument)
    return Diagnostic(
      .unknownCurrency, "nothing says which currency this row of \(symbol) is in",
      help: "Give the row a currency, or give one to \(symbol) in stocks_master.", at: position)
  }

  func tooLarge(at position: SourcePosition, field: [FieldStep] = []) -> Diagnostic {
    Diagnostic(
      .arithmetic, "these numbers are too large or too long to be worked out exactly",
      help: "Folio keeps 36 digits; look for a number with too many zeros or places.",
      at: position, field: field)
  }

  /// The fault of a leg without a gross amount whose quantity × price is too long.
  func tooLargeValue(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .arithmetic, "quantity × price has more than 36 digits",
      help: "Give what was paid as gross_amount, which then counts; or look for a number with too "
        + "many zeros or places.", at: position, field: ["quantity"])
  }

  func grossDiffers(_ leg: StockLeg, _ factor: ExactDecimal?) -> Diagnostic {
    let times = factor.map { " × \($0.normalized())" } ?? ""
    let currency = currencyCode(leg.currency)
    let value: String
    do throws(ArithmeticFault) {
      let product = try leg.quantity.roundedProduct(with: leg.price)
        .roundedProduct(with: factor ?? .one)
      value = "\(product.normalized().padded(toPlaces: leg.gross.places)) \(currency)"
    } catch {
      value = "a number of more than 36 digits"
    }
    return Diagnostic(
      .grossDiffers,
      "quantity × price\(times) is \(value), "
        + "but gross_amount says \(leg.gross) \(currency)",
      help: "The gross amount counts. Correct whichever of the three is mistyped.",
      at: leg.position, field: ["gross_amount"])
  }

  func rateOnBaseCurrency(_ leg: StockLeg) -> Diagnostic {
    Diagnostic(
      .rateOnBaseCurrency,
      "the leg is in the base currency \(currencyCode(leg.currency)), yet its fx_rate is "
        + "\(leg.fxRate)",
      help: "1 counts. Leave fx_rate out, or correct the leg's currency.",
      at: leg.position, field: ["fx_rate"])
  }

  func settlesBeforeTrade(
    _ settlement: Day, _ trade: Day, at position: SourcePosition, _ column: String
  ) -> Diagnostic {
    Diagnostic(
      .settlesBeforeTrade, "it settles on \(settlement), before its trade on \(trade)",
      help: "Correct one of the two dates.", at: position, field: [.key(column)])
  }

  func contradictoryRate(_ earlier: RateRecord, _ later: RateRecord) -> Diagnostic {
    Diagnostic(
      .contradictoryRate,
      "one \(currencyCode(later.from)) is both \(earlier.rate) and \(later.rate) "
        + "\(currencyCode(later.to)) on \(later.day)",
      help: "The later row counts. Remove the one that is wrong.",
      at: later.position, field: ["rate"])
  }

  /// A message about an entry of the list of methods.
  func method(
    _ code: DiagnosticCode, _ message: String, help: String, entry: Int
  ) -> Diagnostic {
    Diagnostic(
      code, "cost_basis_method \(message)", help: help, at: tables.settings.methodsPosition,
      field: ["cost_basis_method", .index(entry)])
  }

  func noMasterRow(
    _ symbol: Identifier, at position: SourcePosition, _ column: String
  )
    -> Diagnostic
  {
    Diagnostic(
      .noMasterRow, "\(tables.text(symbol)) has no row in stocks_master",
      help: "Add it, or check without --strict.", at: position, field: [.key(column)])
  }
}
