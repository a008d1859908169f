import FolioModel

/// A hash table of a few short words that are known beforehand. Documents add none, so it needs no
/// seed.
struct WordTable<Value: Sendable>: Sendable {
  private struct Entry {
    var word: PackedWord
    var value: Value?
  }

  private var entries: [Entry]
  /// Shifts a hash so that its top bits are the index of a bucket.
  private let shift: UInt64

  /// A table with `1 << bits` buckets, which must be more than there are words.
  init(_ words: [(word: PackedWord, value: Value)], bits: Int) {
    entries = Array(repeating: Entry(word: PackedWord([]), value: nil), count: 1 << bits)
    shift = UInt64(64 - bits)
    for (word, value) in words {
      var bucket = word.bucket(shift)
      while entries[bucket].value != nil { bucket = (bucket + 1) & (entries.count - 1) }
      entries[bucket] = Entry(word: word, value: value)
    }
  }

  /// The value of a word; nil for an unknown one.
  @inline(__always)
  subscript(_ word: PackedWord) -> Value? {
    var bucket = word.bucket(shift)
    // There are fewer words than buckets, so the search ends at an empty one.
    while true {
      let entry = entries[bucket]
      if entry.word == word || entry.value == nil { return entry.value }
      bucket = (bucket &+ 1) & (entries.count &- 1)
    }
  }
}

extension WordTable where Value: RawRepresentable<String> & CaseIterable {
  /// The words of a vocabulary.
  init() { self.init(Value.allCases.map { (PackedWord(Array($0.rawValue.utf8)), $0) }, bits: 6) }
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
