/// Finds the instrument of a price in a file.
///
/// The names in the file are compared with the symbols, ids, ISINs and names of the instruments:
/// first exactly, then without regard to case. A name that matches several instruments matches
/// none.
struct InstrumentMatcher {
  /// An instrument of a draft: a symbol, an id, or both.
  struct Candidate: Hashable {
    var symbol: Identifier
    var stockID: Identifier
  }

  /// The quality of the match; lower is better.
  struct Match {
    var candidate: Candidate
    var rank: Int
  }

  /// A name of an instrument, unchanged or in lower case.
  private struct Name: Hashable {
    enum Kind { case symbol, id, isin, name }

    var kind: Kind
    var text: String
    var isLowercased = false
  }

  /// Candidates by one of their names; nil if several have it.
  private var candidates: [Name: Candidate?] = [:]
  /// The currency of an instrument's master row.
  private(set) var currencies: [Candidate: CurrencyIndex] = [:]

  /// All names in lower case.
  var names: Set<String> { Set(candidates.keys.lazy.filter(\.isLowercased).map(\.text)) }

  /// The instruments of a draft, with those that its rows only refer to.
  init(_ draft: LedgerDraft) {
    let tables = draft.tables
    for row in tables.instruments {
      let candidate = Candidate(symbol: row.symbol, stockID: row.stockID)
      add(candidate, .symbol, tables.text(row.symbol))
      add(candidate, .id, tables.text(row.stockID))
      add(candidate, .isin, row.isin)
      add(candidate, .name, row.name)
      currencies[candidate] = row.currency
    }
    let mentioned = draft.symbolNames.all + tables.details.map(\.newSymbol).filter { !$0.isNone }
    for symbol in mentioned where candidates[Name(kind: .symbol, text: tables.text(symbol))] == nil
    {
      add(Candidate(symbol: symbol, stockID: .none), .symbol, tables.text(symbol))
    }
    for id in draft.stockNames.all where candidates[Name(kind: .id, text: tables.text(id))] == nil {
      add(Candidate(symbol: .none, stockID: id), .id, tables.text(id))
    }
  }

  private mutating func add(_ candidate: Candidate, _ kind: Name.Kind, _ text: String) {
    if text.isEmpty { return }
    let lowercased = Name(kind: kind, text: text.lowercased(), isLowercased: true)
    for name in [Name(kind: kind, text: text), lowercased] {
      let isAmbiguous = candidates[name].map { $0 != candidate } ?? false
      candidates[name] = .some(isAmbiguous ? nil : candidate)
    }
  }

  /// The instrument of a subject, if there is exactly one.
  func match(_ subject: QuoteStaging.Subject) -> Match? {
    let names: [(Name.Kind, String)] = [
      (.id, subject.id), (.symbol, subject.id), (.symbol, subject.symbol), (.isin, subject.id),
      (.name, subject.name),
    ]
    let exact = names.map { Name(kind: $0, text: $1) }
    let loose = names.map { Name(kind: $0, text: $1.lowercased(), isLowercased: true) }
    for (rank, name) in (exact + loose).enumerated() {
      if let candidate = candidates[name] ?? nil { return Match(candidate: candidate, rank: rank) }
    }
    return nil
  }
}
