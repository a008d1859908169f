import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

/// Reads what a store would keep after a change, and refuses what does not check.
struct StoreCheck {
  let tables: LedgerTables
  private let writer: LedgerWriter

  /// Whether what only booking finds is let in.
  enum Depth { case booked, structureOnly }

  /// Reads documents as one ledger and checks it.
  /// - Parameters:
  ///   - known: faults of booking that were there before, by their text: they don't stop a change
  ///     that has no part in them, such as the one that mends another.
  ///   - adjust: changes the draft before it is checked.
  /// - Throws: `invalid` with every fault.
  init(
    _ documents: [StoreInput], depth: Depth = .booked, known: () -> Set<String>,
    adjust: (inout LedgerDraft) -> Void = { _ in }
  ) throws(StoreFailure) {
    var draft = Self.draft(documents)
    adjust(&draft)
    let check = LedgerCheck(of: draft)
    guard check.faults.isEmpty else { throw .invalid(check.diagnostics()) }
    if depth == .booked {
      let found = check.diagnostics()
      if !found.errors.isEmpty {
        let known = known()
        guard found.errors.allSatisfy({ known.contains(Self.text($0)) }) else {
          throw .invalid(found)
        }
      }
    }
    tables = check.soundPart.tables
    writer = LedgerWriter(check.soundPart)
  }

  /// Documents as one draft.
  static func draft(_ documents: [StoreInput]) -> LedgerDraft {
    var reader = LedgerReader()
    for document in documents where !document.bytes.isEmpty {
      reader.read(document.bytes, name: document.name)
    }
    return reader.finish()
  }

  /// The faults of booking in a document that checks otherwise.
  static func faults(of document: StoreInput) -> Set<String> {
    Set(LedgerCheck(of: draft([document])).diagnostics().errors.map(text))
  }

  private static func text(_ diagnostic: Diagnostic) -> String {
    diagnostic.code.rawValue + diagnostic.message
  }

  /// The head as it is to be kept.
  var headRow: [UInt8] { writer.headLine() }

  /// The id of a group.
  func id(_ number: Int) -> String { tables.text(tables.groups[number].id) }

  /// A group as it is to be kept.
  /// - Parameter time: its `updated_at` where its row does not bear one.
  func group(_ number: Int, at time: Timestamp, sequence: Int) -> StoredGroup {
    let record = tables.groups[number]
    let updated = updatedAt(number) ?? time
    let row = StoredRow(
      text: writer.line(ofGroup: number), updatedAt: updated,
      deletedAt: record.isDeleted ? updated : nil, sequence: sequence)
    return StoredGroup(record, tables, row)
  }

  /// The `updated_at` that the row of a group bears.
  private func updatedAt(_ number: Int) -> Timestamp? {
    for column in tables.kept where column.isUpdatedAt(of: number, in: tables) {
      let value = (tables.texts[column.value] ?? "").filter { $0 != "\"" }
      return try? Timestamp(value)
    }
    return nil
  }
}

extension LedgerDraft {
  /// Lets a group's row say when it changed, where it says such a thing at all.
  mutating func renewUpdatedAt(ofGroup number: Int, to time: Timestamp) {
    for index in tables.kept.indices
    where tables.kept[index].isUpdatedAt(of: number, in: tables) {
      tables.kept[index].value = tables.texts.append("\"\(time)\"".utf8)
    }
  }
}

extension KeptColumn {
  fileprivate func isUpdatedAt(of number: Int, in tables: LedgerTables) -> Bool {
    table == .groups && row == UInt32(truncatingIfNeeded: number)
      && tables.texts[key] == "updated_at"
  }
}
