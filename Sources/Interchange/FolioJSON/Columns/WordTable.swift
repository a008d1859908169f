import LedgerModel

/// The words that a column may hold, and what they stand for.
struct WordTable<Value: RawRepresentable & CaseIterable & Sendable>: Sendable
where Value.RawValue == String {
  private let words: [PackedWord]
  private let values: [Value]

  init() {
    values = Array(Value.allCases)
    words = values.map { PackedWord($0.rawValue.utf8) }
  }

  /// What a word stands for; nil for one that is none of the vocabulary, and for no word.
  @inline(__always)
  subscript(_ word: ScannedWord?) -> Value? {
    guard let word else { return nil }
    for index in 0..<words.count where words[index] == word.packed { return values[index] }
    return nil
  }

  /// The words as they are written.
  static var spellings: [String] { Value.allCases.map(\.rawValue) }
}

/// The vocabularies of the ledger document.
struct Vocabularies: Sendable {
  let groupTypes = WordTable<GroupType>()
  let statuses = WordTable<GroupStatus>()
  let tradeTypes = WordTable<TradeType>()
  let legTypes = WordTable<CashLegType>()
  let directions = WordTable<Direction>()
  let methods = WordTable<CostBasisMethod>()
  let lotScopes = WordTable<LotScope>()
  let feeTreatments = WordTable<FeeTreatment>()
  let taxRules = WordTable<TaxRules>()

  /// The words of a column, for the faults of values that are no text.
  static func words(of column: String) -> [String] {
    switch column {
    case "group_type": WordTable<GroupType>.spellings
    case "status": WordTable<GroupStatus>.spellings
    case "trade_type": WordTable<TradeType>.spellings
    case "leg_type": WordTable<CashLegType>.spellings
    case "direction": WordTable<Direction>.spellings
    case "cost_basis_method": WordTable<CostBasisMethod>.spellings
    case "lot_scope": WordTable<LotScope>.spellings
    case "fee_treatment": WordTable<FeeTreatment>.spellings
    default: WordTable<TaxRules>.spellings
    }
  }
}
