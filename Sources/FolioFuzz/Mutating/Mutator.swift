/// One input: a mutated ledger, and the random choices of how to test it.
struct FuzzInput: Sendable {
  var bytes: [UInt8]
  /// Decides upon options and reports.
  var choices: SplitMix
  /// The file of another program that it is made of; nil if it is made of a ledger.
  var foreign: ForeignSeed?
}

/// Makes inputs out of ledgers. An input depends on its number, the seed and the ledgers, and on
/// nothing else.
struct Mutator: Sendable {
  let bank: SeedBank
  /// Files of other programs. If there are some, inputs are made of them and not of ledgers.
  let foreign: [ForeignSeed]

  init(_ bank: SeedBank, foreign: [ForeignSeed] = []) {
    self.bank = bank
    self.foreign = foreign
  }

  func input(_ index: Int, seed: UInt64) -> FuzzInput {
    var start = SplitMix(seed: seed &+ UInt64(index) &* 0xD134_2543_DE82_EF95)
    var random = SplitMix(seed: start.next())
    if !foreign.isEmpty { return foreignInput(random) }
    var draft = PieceDraft(bank, &random)
    // Most inputs should reach booking, so only a few values change. Others are changed more.
    switch random.next(in: 0..<100) {
    case 0..<60: draft.changeValues(random.next(in: 1..<3))
    case 60..<85: draft.changeStructure(random.next(in: 1..<4))
    default:
      draft.changeValues(1)
      var bytes = ByteDraft(draft.bytes(), draft.random)
      bytes.change(random.next(in: 1..<5))
      return FuzzInput(bytes: bytes.bytes, choices: random)
    }
    return FuzzInput(bytes: draft.bytes(), choices: random)
  }
}
