/// Which known words a mistyped one may have been meant for.
enum Suggestions {
  /// The nearest candidates, at most three, in the order given; none where nothing is near.
  ///
  /// Near is one slip in a short word, two from five letters on, three from ten on; a word that
  /// was not typed to its end counts as near as well.
  static func near(_ word: String, among candidates: [String]) -> [String] {
    let typed = Array(word.lowercased())
    let allowed = typed.count < 5 ? 1 : typed.count < 10 ? 2 : 3
    let distances = candidates.map { ($0, distance(typed, Array($0.lowercased()))) }
    let least = distances.map { $0.1 }.min() ?? 0
    if least <= allowed {
      return Array(distances.filter { $0.1 == least }.map { $0.0 }.prefix(3))
    }
    guard typed.count(where: { $0 != "-" }) >= 2 else { return [] }
    return Array(candidates.filter { $0.hasPrefix(word) }.prefix(3))
  }

  /// The Damerau-Levenshtein distance (optimal string alignment): how many letters were left out,
  /// put in, exchanged for another, or swapped with their neighbour.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1)
        best = min(best, last[column] + (letter == other ? 0 : 1))
        let isSwap =
          row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
        if isSwap { best = min(best, beforeLast[column - 1] + 1) }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
