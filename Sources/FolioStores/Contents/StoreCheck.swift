/// Validates the contents that a store would have after a change.
struct StoreCheck {
  /// The check of the contents.
  let check: LedgerCheck
  /// The documents that were read.
  let documents: [StoreInput]
  let tables: LedgerTables
  /// The warnings of the whole ledger.
  let warnings: LedgerFaults
  let writer: LedgerWriter

  /// Whether errors that only booking finds are rejected (`booked`) or accepted (`structureOnly`).
  enum Depth { case booked, structureOnly }

  /// Reads documents as one ledger and checks it.
  /// - Parameters:
  ///   - known: the diagnostics that the store already has, as text. Known booking errors do not
  ///     block a change, so that errors can be fixed one at a time.
  ///   - adjust: changes the draft before it is checked.
  /// - Throws: `invalid` with all errors and warnings that the store does not have already.
  init(
    _ documents: [StoreInput], depth: Depth = .booked, known: () -> Set<String>,
    adjust: (inout LedgerDraft) -> Void = { _ in }
  ) throws(StoreFailure) {
    var draft = Self.draft(documents)
    adjust(&draft)
    let check = LedgerCheck(of: draft)
    var found = LedgerFaults([], sources: [])
    if !check.faults.isEmpty || depth == .booked {
      found = check.diagnostics(Self.booking)
      if !found.errors.isEmpty {
        let known = known()
        found.diagnostics.removeAll { known.contains(Self.text($0)) }
        if !found.errors.isEmpty || !check.faults.isEmpty { throw .invalid(found) }
      }
    }
    self.check = check
    self.documents = documents
    var tables = check.validPart.tables
    if documents.count > 1 { tables.dropReplacedQuotes() }
    self.tables = tables
    warnings = LedgerFaults(found.warnings, sources: found.sources)
    writer = LedgerWriter(tables)
  }

  /// Stores keep books by the method of the ledger. Tax figures are computed when they are asked
  /// for.
  static var booking: BookingOptions {
    var options = BookingOptions()
    options.dropTaxRules()
    options.warnsOfNegativeCash = true
    return options
  }

  /// Reads documents as one draft.
  static func draft(_ documents: [StoreInput]) -> LedgerDraft {
    var reader = LedgerReader()
    let documents = documents.filter { !$0.bytes.isEmpty }
    for document in documents {
      reader.acceptsUnknownKeys = document.isStored
      switch document.quotes {
      case .prices(let currency, let day, let symbol):
        reader.readPrices(
          document.bytes, name: document.name, currency: currency, undated: day, of: symbol)
      case .rates: reader.readRates(document.bytes, name: document.name)
      case nil:
        reader.read(document.bytes, name: document.name, firstLine: document.firstLine)
      }
    }
    var draft = reader.finish()
    for index in draft.tables.settings.quoteFiles.indices {
      let file = draft.tables.settings.quoteFiles[index]
      guard let relocation = documents[file.position.file].relocation else { continue }
      draft.tables.settings.quoteFiles[index].path = relocation(file.path)
    }
    // The first document is that of the store, and the others change it.
    draft.changesStore = documents.first?.isStored ?? false
    return draft
  }

  /// Reads rows as one draft.
  static func draft(of rows: [[UInt8]]) -> LedgerDraft {
    draft([.stored(lines(rows), name: "store")])
  }

  /// Rows as NDJSON.
  static func lines(_ rows: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.reduce(0) { $0 + $1.count + 1 })
    for row in rows {
      bytes += row
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The booking errors and the warnings of a document that is otherwise valid.
  static func diagnostics(of document: StoreInput) -> Set<String> {
    Set(LedgerCheck(of: draft([document])).diagnostics(booking).diagnostics.map(text))
  }

  /// The text by which diagnostics before and after a change are compared.
  static func text(_ diagnostic: Diagnostic) -> String {
    diagnostic.code.rawValue + diagnostic.message
  }

  /// The head row in the form to store.
  var headRow: [UInt8] { writer.headLine() }

  /// The id of the group at an index.
  func id(_ number: Int) -> String { tables.text(tables.groups[number].id) }

  /// The group at an index, in the form to store.
  func group(_ number: Int, at time: Timestamp) -> StoredGroup {
    writer.storedGroup(number, at: time)
  }
}

extension LedgerWriter {
  /// The group at an index, in the form to store, without a number.
  /// - Parameter time: its `updated_at` if the row has none.
  func storedGroup(_ number: Int, at time: Timestamp) -> StoredGroup {
    let record = tables.groups[number]
    let updated = updatedAt(number) ?? time
    let row = StoredRow(
      text: line(ofGroup: number), updatedAt: updated,
      deletedAt: record.isDeleted ? updated : nil, sequence: 0)
    return StoredGroup(record, tables, row)
  }

  /// The `updated_at` value in the row of a group.
  private func updatedAt(_ number: Int) -> Timestamp? {
    for column in tables.kept where column.isUpdatedAt(of: number, tables.texts) {
      let value = (tables.texts[column.value] ?? "").filter { $0 != "\"" }
      return try? Timestamp(value)
    }
    return nil
  }
}

extension LedgerDraft {
  /// Updates the `updated_at` value in the row of a group, if the row has one.
  mutating func renewUpdatedAt(ofGroup number: Int, to time: Timestamp) {
    tables.kept.renewUpdatedAt(ofGroup: number, to: time, &tables.texts)
  }
}

extension [PassthroughColumn] {
  /// Updates the `updated_at` value in the row of a group, if the row has one.
  mutating func renewUpdatedAt(
    ofGroup number: Int, to time: Timestamp, _ texts: inout TextTable
  ) {
    for index in indices where self[index].isUpdatedAt(of: number, texts) {
      self[index].value = texts.append("\"\(time)\"".utf8)
    }
  }
}

extension PassthroughColumn {
  fileprivate func isUpdatedAt(of number: Int, _ texts: TextTable) -> Bool {
    table == .groups && row == UInt32(truncatingIfNeeded: number) && texts[key] == "updated_at"
  }
}
