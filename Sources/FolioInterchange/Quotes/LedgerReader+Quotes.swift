// Files of prices and rates besides the ledger, before or after its documents. Which of their rows
// count is decided at the end. A later file takes precedence over an earlier one, and all of them
// over the ledger.
extension LedgerReader {
  /// Reads a file of prices: CSV, CoinGecko's JSON, or a ledger document with prices
  /// (Specs/quotes.md). The draft lists its faults.
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file in faults.
  ///   - currency: The currency of prices without one; by default that of the instrument.
  ///   - day: The day of prices without one. If it is nil, they are faults.
  ///   - symbol: The symbol, id or ISIN of the instrument of all rows, for a file that has no
  ///     column of it.
  public mutating func readPrices(
    _ bytes: [UInt8], name: String, currency: Currency? = nil, undated day: Day? = nil,
    of symbol: String? = nil
  ) {
    readQuotes(
      bytes, name,
      QuoteStaging.Request(kind: .prices, currency: currency, day: day, symbol: symbol))
  }

  /// Reads a packed file of prices, whose rows stay where they are (Specs/quotes.md).
  package mutating func readPrices(packed bytes: FixedBytes, name: String) {
    reader.records.draft.tables.sources.append(SourceFile(name: name, contents: []))
    staging.read(
      bytes, QuoteStaging.Request(kind: .prices), sources: reader.records.draft.tables.sources)
  }

  /// Reads a file of exchange rates: CSV, the European Central Bank's, or a ledger document with
  /// rates (Specs/quotes.md). The draft lists its faults.
  public mutating func readRates(_ bytes: [UInt8], name: String) {
    readQuotes(bytes, name, QuoteStaging.Request(kind: .rates))
  }

  /// The files of prices and rates that the settings of the documents read so far name, each once,
  /// with the paths at which they are. The reader does not open them. A caller that wants them
  /// reads them and passes them to `readPrices` and `readRates`, before the files that its user
  /// names, because later files take precedence.
  ///
  /// A document of unknown origin can name any path: open only files that its author may read.
  /// - Parameter folder: The folder of a document, by its name, without a slash at its end; empty
  ///   or `.` for the working directory.
  public func quoteFiles(
    in folder: (String) -> String
  ) -> [(file: QuoteFileName, path: String)] {
    let tables = reader.records.draft.tables
    var seen: Set<QuoteFileName> = []
    return tables.settings.quoteFiles.compactMap { file in
      let path = file.path(in: folder(tables.sources[file.position.file].name))
      return seen.insert(QuoteFileName(file.kind, path)).inserted ? (file, path) : nil
    }
  }

  /// Reports that a file that the settings name cannot be read (`F237`).
  /// - Parameters:
  ///   - path: The path at which it should be.
  ///   - reason: The reason, such as "there is no such file".
  public mutating func reportUnread(_ file: QuoteFileName, at path: String, _ reason: String) {
    let kind = file.kind == .prices ? "prices" : "rates"
    let key = file.kind.rawValue
    let finding = Finding(
      .unreadQuoteFile, "the file of \(kind) \"\(file.path)\" cannot be read: \(reason)",
      help: "It was looked for at \(path). Put it there, or correct \(key).")
    reader.records.report(finding, at: file.position, field: [.key(key), .index(file.index)])
  }

  private mutating func readQuotes(
    _ bytes: [UInt8], _ name: String, _ request: QuoteStaging.Request
  ) {
    reader.records.draft.tables.sources.append(SourceFile(name: name, contents: bytes))
    staging.read(bytes, request, sources: reader.records.draft.tables.sources)
  }
}

extension QuoteFileName {
  /// The path of the file, if the document is in this folder.
  package func path(in folder: String) -> String {
    let isWhole = folder.isEmpty || folder == "." || path.utf8.first == UInt8(ascii: "/")
    return isWhole ? path : folder == "/" ? "/\(path)" : "\(folder)/\(path)"
  }
}
