import FolioModel

/// The words of a column, and their values.
struct WordTable<Value: RawRepresentable & CaseIterable & Sendable>: Sendable
where Value.RawValue == String {
  private struct Entry {
    var word: PackedWord
    var value: Value?
  }

  /// A hash table with many buckets for few words. Documents add none, so it needs no seed.
  private var entries: [Entry]
  private static var size: Int { 64 }

  init() {
    let free = Entry(word: PackedWord(0), value: nil)
    entries = Array(repeating: free, count: Self.size)
    for value in Value.allCases {
      let word = PackedWord(value.rawValue.utf8)
      var bucket = word.bucket
      while entries[bucket].value != nil { bucket = (bucket + 1) % Self.size }
      entries[bucket] = Entry(word: word, value: value)
    }
  }

  /// The value of a word; nil for an unknown one.
  @inline(__always)
  subscript(_ word: PackedWord) -> Value? {
    var bucket = word.bucket
    // There are fewer words than buckets, so the search ends at an empty one.
    while true {
      let entry = entries[bucket]
      if entry.word == word { return entry.value }
      if entry.value == nil { return nil }
      bucket = (bucket &+ 1) & (Self.size &- 1)
    }
  }
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
}
