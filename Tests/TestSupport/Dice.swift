import FolioNumbers

/// Random numbers that are the same in every run (SplitMix64).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number in `0..<limit`.
  mutating func below(_ limit: Int) -> Int {
    limit < 2 ? 0 : Int(truncatingIfNeeded: next() % UInt64(limit))
  }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, below(index + 1))
    }
  }

  /// `1...limit` units of the last of so many places.
  mutating func decimal(upTo limit: Int, places: Int) -> ExactDecimal {
    attempt(or: .one) {
      try ExactDecimal(coefficient: Int128(1 + below(limit)), places: places)
    }
  }
}
