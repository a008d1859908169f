// Faults of files of prices and rates.
extension Messages {
  static let unknownQuoteFile = Finding(
    .unknownQuoteFile, "this is not a known format of prices or rates",
    help: "Begin a CSV file with the line date,symbol,price,currency or date,from,to,rate; or give "
      + "a file of the European Central Bank or of CoinGecko, or a ledger with historical_prices "
      + "or fx_rates.")

  static let emptyQuoteFile = Finding(
    .unknownQuoteFile, "the file is empty",
    help: unknownQuoteFile.help)

  static func table(_ fault: CSVRows.QuoteFault) -> Finding {
    let (message, help) =
      switch fault {
      case .noEnd:
        ("the quote that is opened here is never closed", "Close it, or write it")
      case .textAfterEnd:
        ("something stands after the closing quote", "Put a separator there, or write the quote")
      }
    return Finding(
      .malformedTable, message, help: "\(help) twice where it is part of the text.")
  }

  static func rowLength(_ count: Int, header: Int) -> Finding {
    Finding(
      .malformedTable,
      "the row has \(count) \(count == 1 ? "field" : "fields"), and the header \(header)",
      help: "Give each row the columns of the header; put texts with separators into quotes.")
  }

  static func columnTwice(_ earlier: String, _ name: String) -> Finding {
    let message =
      earlier == name
      ? "the column \(name) is there twice"
      : "the column \(name) is another name of the column \(earlier)"
    return Finding(.duplicateKey, message, help: "Keep one of the two.")
  }

  static func missingHeader(_ column: String, _ kind: QuoteKind) -> Finding {
    let line = kind == .prices ? "date,symbol,price,currency" : "date,from,to,rate"
    let advice =
      column == "symbol" ? " If all rows are of one instrument: --prices SYMBOL=FILE." : ""
    return Finding(
      .missingColumn, "the header has no column \"\(column)\"",
      help: "Begin the file with the line \(line).\(advice)")
  }

  static func symbolTwice(_ column: String, _ symbol: String) -> Finding {
    Finding(
      .duplicateKey,
      "the file has a column \(column), and its prices were given as those of "
        + shortened(symbol.utf8),
      help: "Give the file without the symbol, or without the column.")
  }

  static func unclearMark(_ text: ArraySlice<UInt8>) -> Finding {
    Finding(
      .badNumber,
      "no number of the column says what the comma in \(shortened(text)) is",
      help: "Write the decimals with a point, and no commas.")
  }

  static var damagedPrices: Finding {
    Finding(
      .malformedTable, "the packed file of prices is damaged: its hash is not that of its contents",
      help: "Pack the prices again with folio prices, or copy the file again.")
  }

  /// A file of prices that was given as one of rates, or the reverse.
  static func otherQuotes(_ kind: QuoteKind) -> Finding {
    let (found, wanted, flag) =
      kind == .prices
      ? ("prices", "exchange rates", "--prices") : ("exchange rates", "prices", "--rates")
    return Finding(
      .otherQuotes, "the file has \(found), and \(wanted) are looked for in it",
      help: "Give it with \(flag).")
  }

  static func euroRateNotAboveZero(_ code: String) -> Finding {
    sign(
      code, .aboveZero,
      help: "Write how many \(code) one EUR is, or N/A where it was not quoted.")
  }

  static func notSeconds(_ text: [UInt8]) -> Finding {
    Finding(
      .badTimestamp, "last_updated_at is \(shortened(text)), which is not a point in time",
      help: "Write whole seconds since 1970, such as 1711356300.")
  }

  static func undatedPrice(_ coin: String) -> Finding {
    Finding(
      .undatedPrice, "nothing says of which day the price of \(quoted(coin.utf8)) is",
      help: "Ask CoinGecko with include_last_updated_at=true, or give the day with --price-date, "
        + "such as --price-date today.")
  }

  static func noPriceMatched(_ file: String, hasRows: Bool) -> Finding {
    Finding(
      .noPriceMatched,
      hasRows
        ? "no price of \(shortened(file.utf8)) is for an instrument of the ledger"
        : "\(shortened(file.utf8)) has no price",
      help: hasRows
        ? "Write the symbols, ids or names in it as the ledger has them."
        : "Leave the file out, or see why it has no rows.")
  }

  static func ambiguousPrice(
    _ instrument: String, _ taken: String, _ other: String
  ) -> Finding {
    Finding(
      .ambiguousPrice,
      "prices of both \(quoted(taken.utf8)) and \(quoted(other.utf8)) would fit "
        + shortened(instrument.utf8),
      help: "Those of \(shortened(taken.utf8)) count, which come first. Give the instrument the "
        + "one that is meant as its id in stocks_master.")
  }
}
