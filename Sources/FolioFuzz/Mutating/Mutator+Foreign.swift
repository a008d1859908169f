extension Mutator {
  /// An input made of a file of another program.
  func foreignInput(_ random: SplitMix) -> FuzzInput {
    var random = random
    // Each kind comes as often, however many files there are.
    let kinds = ForeignSeed.Kind.allCases.filter { kind in foreign.contains { $0.kind == kind } }
    let kind = kinds[random.next(in: 0..<kinds.count)]
    let alike = foreign.filter { $0.kind == kind }
    let seed = alike[random.next(in: 0..<alike.count)]
    let other = alike[random.next(in: 0..<alike.count)]
    var draft = LineDraft(
      seed.bytes, others: other.bytes.split(separator: 0x0A), SplitMix(seed: random.next()))
    let rest = draft.change(random.next(in: 0..<5))
    var bytes = draft.bytes
    if random.next(in: 0..<4) == 0 {
      var changed = ByteDraft(bytes, rest)
      changed.change(random.next(in: 1..<4))
      bytes = changed.bytes
    }
    var input = FuzzInput(bytes: bytes, choices: random)
    input.foreign = seed
    return input
  }
}
