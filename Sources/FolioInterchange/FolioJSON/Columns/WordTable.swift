import FolioModel

/// The words that a column may hold, and what they stand for.
struct WordTable<Value: RawRepresentable & CaseIterable & Sendable>: Sendable
where Value.RawValue == String {
  private struct Entry {
    var word: PackedWord
    var value: Value?
  }

  /// A hash table with many places for few words. It is not keyed: the words are its own.
  private var entries: [Entry]
  private static var size: Int { 64 }

  init() {
    let free = Entry(word: PackedWord(0), value: nil)
    entries = Array(repeating: free, count: Self.size)
    for value in Value.allCases {
      let word = PackedWord(value.rawValue.utf8)
      var place = Self.place(word)
      while entries[place].value != nil { place = (place + 1) % Self.size }
      entries[place] = Entry(word: word, value: value)
    }
  }

  @inline(__always)
  private static func place(_ word: PackedWord) -> Int {
    let mixed = word.first ^ word.second &* 3 ^ word.third &* 5
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// What a word stands for; nil for one that is none of the vocabulary, and for no word.
  @inline(__always)
  subscript(_ word: ScannedWord?) -> Value? {
    guard let word else { return nil }
    return self[word.packed]
  }

  /// What a word stands for; nil for one that is none of the vocabulary.
  @inline(__always)
  subscript(_ word: PackedWord) -> Value? {
    var place = Self.place(word)
    // There are fewer words than places, so a free one is always met.
    while true {
      let entry = entries[place]
      if entry.word == word { return entry.value }
      if entry.value == nil { return nil }
      place = (place &+ 1) & (Self.size &- 1)
    }
  }

  /// The words as they are written.
  static var spellings: [String] { Value.allCases.map(\.rawValue) }
}

/// The vocabularies of the ledger document.
struct Vocabularies: Sendable {
  /// All of them, made once.
  static let all = Vocabularies()

  let groupTypes = WordTable<GroupType>()
  let statuses = WordTable<GroupStatus>()
  let tradeTypes = WordTable<TradeType>()
  let legTypes = WordTable<CashLegType>()
  let directions = WordTable<Direction>()
  let methods = WordTable<CostBasisMethod>()
  let cashMethods = WordTable<CashMethod>()
  let crossings = WordTable<CrossingZero>()
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
    case "cost_basis_method", "method": WordTable<CostBasisMethod>.spellings
    case "cash_cost_basis_method": WordTable<CashMethod>.spellings
    case "crossing_zero": WordTable<CrossingZero>.spellings
    case "lot_scope": WordTable<LotScope>.spellings
    case "fee_treatment": WordTable<FeeTreatment>.spellings
    default: WordTable<TaxRules>.spellings
    }
  }
}
