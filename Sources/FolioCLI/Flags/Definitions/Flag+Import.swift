/// The flags of `import`.
struct ImportFlags: Sendable, Equatable {
  /// The store to which the rows are added; nil writes a document.
  var store: StoreAddress?
  /// The file of answers to open questions.
  var answers: String?
  /// The file with the symbols of instruments.
  var symbols: String?
  /// The name or the file of the rules for CSV files.
  var rules: String?
  /// The name of the account at the broker.
  var account: String?
  /// The currency of amounts for which the file names none.
  var currency: Currency?
  /// A folder from which journals may include files, besides their own folder.
  var includeFolder: String?
  /// The time zone of days, as a name or an offset.
  var timeZone: String?
  var funding = ImportOptions.Funding.automatic
  var skipsUnknown = false
  /// Whether groups that the broker has corrected are replaced.
  var updates = false
}

extension ImportOptions.Funding: FlagChoice {}

extension Flag {
  /// The flags for files of other programs.
  static let importing: [Flag] = [
    Flag(
      "store", store, .importing, [.importing, .starting],
      "add to this store instead of writing a document",
      details: "Rows that the store has already are left out. Deleted groups stay deleted.",
      example: "file:ledger.folio"),
    Flag(
      "answers", .text("FILE", \.importing.answers), .importing, [.importing],
      "answers to open questions, such as the cost of units",
      details: "Open questions are added to the file; fill them in, and import again.",
      example: "answers.json"),
    Flag(
      "rules", .text("RULES", \.importing.rules), .importing, [.importing],
      "rules for CSV files: a name or a rule file",
      details: "'folio rules list' lists the names. Default: those that fit the header.",
      example: "my-broker.json"),
    Flag(
      "account", .text("NAME", \.importing.account), .importing, [.importing],
      "name of the account at the broker",
      details: "Default: the name in the file, or that of the format. It is part of the ids.",
      example: "broker-2"),
    Flag(
      "funding", .word("WHEN", \.importing.funding), .importing, [.importing],
      "when trades get a deposit that pays for them",
      details: "'automatic': in files without any cash; 'trades': in all files.",
      example: "none"),
    Flag(
      "symbols", .text("FILE", \.importing.symbols), .importing, [.importing],
      "symbols of instruments",
      details: "CSV with two columns: an ISIN, id or ticker of the file, and the symbol.",
      example: "symbols.csv"),
    Flag(
      "currency", .currency(\.importing.currency), .importing, [.importing],
      "currency of CSV rows that name none",
      details: "For files such as those of XTB, which leave it to the account.", example: "EUR"),
    Flag(
      "time-zone", .text("ZONE", \.importing.timeZone), .importing, [.importing],
      "time zone in which days count",
      details: "For times in UTC or with an offset: Europe/Berlin, +01:00 or UTC.",
      example: "Europe/Berlin"),
    Flag(
      "include-from", .text("FOLDER", \.importing.includeFolder), .importing, [.importing],
      "let journals include files in this folder too",
      details: "Default: only files in the folder of the journal, and below it.", example: ".."),
    Flag(
      "skip-unknown", .none(\.importing.skipsUnknown), .importing, [.importing],
      "leave out rows of unknown kinds, with a warning"),
    Flag(
      "update", .none(\.importing.updates), .importing, [.importing],
      "replace groups that the broker has corrected",
      details: "Groups that were edited in the store are never replaced."),
  ]

  private static let store = FlagValue.value(.value("STORE"), \.importing.store) {
    flag, text throws(UsageError) in
    guard let address = StoreAddress(text) else {
      throw UsageError("--\(flag): \(BackendFault.advice(onWord: text))")
    }
    return address
  }
}
