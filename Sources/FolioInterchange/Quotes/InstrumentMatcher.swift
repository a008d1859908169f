import FolioModel

/// Finds the instrument that a file of prices means.
///
/// A file has its own names for things. They are compared with the symbols, ids and names of the
/// ledger's instruments: exactly first, and without regard to capitals only where nothing is
/// exactly alike. What fits several instruments fits none.
struct InstrumentMatcher {
  /// An instrument as a draft knows it: by symbol, by id, or by both.
  struct Candidate: Hashable {
    var symbol: Identifier
    var stockID: Identifier
  }

  /// How good a match is; the lower, the better.
  struct Match {
    var candidate: Candidate
    var rank: Int
  }

  /// Candidates by one of their names; nil where several have it.
  private typealias Names = [String: Candidate?]

  private var symbols: Names = [:]
  private var ids: Names = [:]
  private var names: Names = [:]
  private var looseSymbols: Names = [:]
  private var looseIDs: Names = [:]
  private var looseNames: Names = [:]
  /// The currency of an instrument's master row.
  private(set) var currencies: [Candidate: CurrencyIndex] = [:]

  /// All instruments that the rows of a draft have or mention.
  init(_ draft: LedgerDraft) {
    let tables = draft.tables
    for row in tables.instruments {
      let candidate = Candidate(symbol: row.symbol, stockID: row.stockID)
      add(candidate, tables)
      if !row.name.isEmpty {
        Self.add(row.name, candidate, to: &names)
        Self.add(row.name.lowercased(), candidate, to: &looseNames)
      }
      currencies[candidate] = row.currency
    }
    let mentioned = draft.symbolNames.all + tables.details.map(\.newSymbol).filter { !$0.isNone }
    for symbol in mentioned where symbols[tables.text(symbol)] == nil {
      add(Candidate(symbol: symbol, stockID: .none), tables)
    }
    for id in draft.stockNames.all where ids[tables.text(id)] == nil {
      add(Candidate(symbol: .none, stockID: id), tables)
    }
  }

  private mutating func add(_ candidate: Candidate, _ tables: LedgerTables) {
    if !candidate.symbol.isNone {
      let symbol = tables.text(candidate.symbol)
      Self.add(symbol, candidate, to: &symbols)
      Self.add(symbol.lowercased(), candidate, to: &looseSymbols)
    }
    if !candidate.stockID.isNone {
      let id = tables.text(candidate.stockID)
      Self.add(id, candidate, to: &ids)
      Self.add(id.lowercased(), candidate, to: &looseIDs)
    }
  }

  private static func add(_ name: String, _ candidate: Candidate, to names: inout Names) {
    if let known = names[name], known != candidate {
      names[name] = .some(nil)
    } else {
      names[name] = candidate
    }
  }

  /// The instrument of a subject, if there is just one: by its id, its symbol, its name.
  func match(_ subject: QuoteStaging.Subject) -> Match? {
    let exact = [
      find(subject.id, ids), find(subject.id, symbols), find(subject.symbol, symbols),
      find(subject.name, names),
    ]
    if let rank = exact.firstIndex(where: { $0 != nil }), let candidate = exact[rank] {
      return Match(candidate: candidate, rank: rank)
    }
    let loose = [
      find(subject.id.lowercased(), looseIDs), find(subject.id.lowercased(), looseSymbols),
      find(subject.symbol.lowercased(), looseSymbols), find(subject.name.lowercased(), looseNames),
    ]
    guard let rank = loose.firstIndex(where: { $0 != nil }), let candidate = loose[rank] else {
      return nil
    }
    return Match(candidate: candidate, rank: exact.count + rank)
  }

  private func find(_ name: String, _ names: Names) -> Candidate? {
    name.isEmpty ? nil : names[name] ?? nil
  }
}
