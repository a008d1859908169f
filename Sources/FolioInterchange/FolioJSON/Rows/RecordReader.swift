/// Reads the rows of a document into a draft, from a window that moves over its bytes.
struct RecordReader {
  var scanner = JSONScanner()
  var predictor = ColumnPredictor.initial
  let words = Vocabularies.all
  var draft = LedgerDraft()
  var users = UserFilter()
  var currencies = CurrencyCache()
  var accounts = NameCache(bits: 6)
  var symbols = NameCache(bits: 10)
  var stocks = NameCache(bits: 10)
  var days = DayCache()
  var repeated = RepeatedTexts()
  /// The value of a passthrough column. A property so that its memory is reused.
  var compactValue: [UInt8] = []
  /// The groups that the legs of the current group name.
  var mentions: [(group: Identifier, position: SourcePosition)] = []
  /// The text with the row of a file from which the current group was imported.
  var importedRow = TextTable.none
  /// Whether frequent rows are first read as if their columns had the order of the format. Tests
  /// compare both ways.
  var readsInOrder = true
  /// Whether passthrough columns of groups and their legs are kept.
  var keepsGroupColumns = true
  /// Whether unknown keys at the top level and in the settings are kept, as those of stores that
  /// earlier versions wrote.
  var acceptsUnknownKeys = false
  /// Whether unknown keys of the settings that are being read are faults.
  var refusesUnknownSettings = false
  /// The unknown keys in entries of lists.
  var entryKeys: [UnknownEntryKey] = []
  /// The place of the current value, for its faults.
  var place = Place()
  /// The offset of the key of the current value.
  var keyOffset = 0
  /// The last key that was not found in the table of keys.
  var unknownKey = ScannedString(range: 0..<0, hasEscapes: false)
  /// The amounts of `tax_inputs` so far, by entries without their amount.
  var taxInputs: [TaxInput: ExactDecimal] = [:]
  /// The number of rows of stored positions and holdings.
  var storedRows: [LedgerTable: UInt32] = [:]
  /// The file's number among those of the ledger.
  var file = 0
  /// The offset of the window in the file.
  var windowOffset = 0
  /// The number of faults that were not recorded.
  var unlistedFaults = 0

  /// - Parameter user: The user whose rows count; nil for the only one.
  init(user: String? = nil) {
    draft.columnNames = RowKind.columnNames
    users.chosen = user.map { draft.tables.names.identifier(of: Array($0.utf8)) }
  }

  /// The position of an offset in the window.
  func position(_ offset: Int) -> SourcePosition {
    SourcePosition(file: file, offset: windowOffset &+ offset)
  }
}

/// The place of a value in a record.
struct Place {
  /// The offset of the record in the window.
  var record = 0
  /// The slot of the column in the `ColumnPredictor`.
  var slot = 0
  var kind: RowKind? { RowKind(rawValue: slot / RowKind.stride) }
  /// The number of brackets that are open around the values of the record.
  var depth = 1
  /// The index of the entry that the value is in, for a list in a column; -1 elsewhere.
  var lot = -1
}
