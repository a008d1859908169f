/// The flags of `add`, as the source of diagnostics.
///
/// `add` writes its flags as rows and checks the rows. People never typed these, so a diagnostic
/// about one of their values is shown at the flag that gave the value.
struct EntryFlags {
  /// The name of the row in diagnostics.
  static let name = "the flags"

  /// The flags with their values, and the column of the row that each gives.
  private let flags: [(name: String, value: String, columns: Set<String>)]
  /// The flags of the rows before the transaction, and where the rows are in the document.
  private let rows: [(name: String, value: String, place: Range<Int>)]

  init(_ entry: EntryOptions, rowPlaces: [Range<Int>]) {
    rows = zip(entry.rows, rowPlaces).map { ($0.flag, $0.text, $1) }
    var flags: [(name: String, value: String, columns: Set<String>)] = []
    func add(_ name: String, _ value: String?, _ columns: Set<String>) {
      if let value { flags.append((name, value, columns)) }
    }
    add(entry.eventFlag ?? "", entry.eventFlag == nil ? nil : entry.eventText, [])
    add("quantity", entry.quantity?.description, ["quantity"])
    add("price", entry.price?.description, ["price_per_share", "principal"])
    add("gross", entry.gross?.description, ["gross_amount", "principal", "dividend"])
    add("fees", entry.fees?.description, ["fees", "fee"])
    add("taxes", entry.taxes?.description, ["taxes", "tax_withheld", "tax"])
    add("on", entry.on?.text, ["occurred_at"])
    add("settles", entry.settles?.text, ["settlement_date"])
    add("cash", entry.cash, ["cash_account_id", "currency"])
    add("broker", entry.broker, ["account"])
    add("id", entry.id, ["id"])
    add("notes", entry.notes, ["notes"])
    add("for", entry.instrument, ["symbol"])
    self.flags = flags
  }

  /// The same diagnostics, with those about the row at the flags. Of several with one code at one
  /// flag, only the first is kept: a negative price also makes the amount of the cash leg negative.
  func naming(_ faults: LedgerFaults) -> LedgerFaults {
    guard let file = faults.sources.firstIndex(where: { $0.name == Self.name }) else {
      return faults
    }
    let row = faults.sources[file]
    var named = faults
    named.diagnostics = []
    var last = named.sources.count
    var seen: Set<String> = []
    for var diagnostic in faults.diagnostics {
      guard diagnostic.position.isKnown, diagnostic.position.file == file,
        let (name, value) = flag(of: diagnostic, in: row)
      else {
        named.diagnostics.append(diagnostic)
        continue
      }
      guard seen.insert("\(diagnostic.code.rawValue) \(name) \(value)").inserted else { continue }
      let start = "--\(name) "
      var source = SourceFile(name: "--\(name)", contents: Array((start + value + "\n").utf8))
      source.isArgument = true
      named.sources.append(source)
      diagnostic.position = SourcePosition(file: last, offset: start.utf8.count)
      diagnostic.field = [.length(value.utf8.count)]
      named.diagnostics.append(diagnostic)
      last += 1
    }
    return named
  }

  /// The same failure, with its diagnostics at the flags.
  func naming(_ failure: StoreFailure) -> StoreFailure {
    if case .invalid(let faults) = failure { .invalid(naming(faults)) } else { failure }
  }

  /// The flag that gave the value of a diagnostic; the transaction if no other flag did.
  private func flag(of diagnostic: Diagnostic, in row: SourceFile) -> (String, String)? {
    if let found = rows.first(where: { $0.place.contains(diagnostic.position.offset) }) {
      return (found.name, found.value)
    }
    let columns = columns(of: diagnostic, in: row)
    let found = flags.first { !$0.columns.isDisjoint(with: columns) } ?? flags.first
    return found.map { ($0.name, $0.value) }
  }

  /// The column that a diagnostic is about. The amount of a cash leg is known by the type of leg.
  private func columns(of diagnostic: Diagnostic, in row: SourceFile) -> Set<String> {
    let keys = diagnostic.field.compactMap { step -> String? in
      switch step {
      case .key(let key), .name(let key): key
      case .index, .length: nil
      }
    }
    guard let key = keys.last else { return [] }
    if key != "amount" { return [key] }
    let leg = String(decoding: row.bytes(diagnostic.position.offset, 1 << 16), as: UTF8.self)
    let types = CashLegType.allCases.map(\.rawValue)
    let mark = "\"leg_type\": \""
    let type = types.first { leg.prefix { $0 != "}" }.contains(mark + $0 + "\"") }
    return type.map { [$0] } ?? []
  }
}
