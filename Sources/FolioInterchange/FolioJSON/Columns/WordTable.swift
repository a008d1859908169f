/// A hash table of a few short words that are known in advance. Documents add none, so its hashes
/// need no seed.
struct WordTable<Value: Sendable>: Sendable {
  private struct Entry {
    var word: PackedWord
    var value: Value?
  }

  private var entries: [Entry]

  init(_ words: [(word: PackedWord, value: Value)]) {
    let free = Entry(word: PackedWord([]), value: nil)
    entries = Array(repeating: free, count: PackedWord.bucketCount)
    for (word, value) in words {
      var bucket = word.bucket
      while entries[bucket].value != nil { bucket = (bucket + 1) % PackedWord.bucketCount }
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
      if entry.word == word || entry.value == nil { return entry.value }
      bucket = (bucket &+ 1) & (PackedWord.bucketCount &- 1)
    }
  }
}

extension WordTable where Value: RawRepresentable<String> & CaseIterable {
  /// The words of a vocabulary.
  init() { self.init(Value.allCases.map { (PackedWord(Array($0.rawValue.utf8)), $0) }) }
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
  let costDirections = WordTable<CostDirection>()
  let recipients = WordTable<GiftRecipient>()
  let methods = WordTable<CostBasisMethod>()
  let cashMethods = WordTable<CashMethod>()
  let crossings = WordTable<CrossingZero>()
  let lotScopes = WordTable<LotScope>()
  let feeTreatments = WordTable<FeeTreatment>()
  let taxRules = WordTable<TaxRules>()
  let capacities = WordTable<TaxCapacity>()
  let taxItems = WordTable<TaxItem>()
}
