/// Suggestions for mistyped words.
package enum Suggestions {
  /// The length of the longest words that are compared letter by letter.
  private static let longest = 64

  /// `Did you mean 'x'?`; nil if no candidate is similar.
  package static func question(for word: String, among candidates: [String]) -> String? {
    let near = near(word, among: candidates).map { "'\($0)'" }
    return near.isEmpty ? nil : "Did you mean \(near.joined(separator: " or "))?"
  }

  /// `Did you mean 'x'? It is one of x, y.`
  package static func choice(for word: String, of words: [String]) -> String {
    let question = question(for: word, among: words).map { "\($0) " } ?? ""
    return question + "It is one of \(words.joined(separator: ", "))."
  }

  /// The most similar candidates, at most three, in the order given; empty if none is similar.
  ///
  /// A candidate is similar within an edit distance of one for words of up to four letters, two for
  /// up to nine, and three for longer words. If there are none, or the word is longer than any that
  /// people type, a word of at least two letters matches the candidates that start with it.
  package static func near(_ word: String, among candidates: [String]) -> [String] {
    let typed = Array(word.lowercased())
    let allowed = typed.count < 5 ? 1 : typed.count < 10 ? 2 : 3
    let similar = (typed.count > longest ? [] : candidates).compactMap {
      candidate -> (String, Int)? in
      let letters = Array(candidate.lowercased())
      // Where the lengths differ by more, so do the words.
      guard abs(letters.count - typed.count) <= allowed else { return nil }
      let distance = distance(typed, letters)
      return distance <= allowed ? (candidate, distance) : nil
    }
    if let least = similar.map({ $0.1 }).min() {
      return Array(similar.filter { $0.1 == least }.map { $0.0 }.prefix(3))
    }
    guard typed.count(where: { $0 != "-" }) >= 2 else { return [] }
    return Array(candidates.filter { $0.hasPrefix(word) }.prefix(3))
  }

  /// The Damerau-Levenshtein distance (optimal string alignment): the number of letters deleted,
  /// inserted, replaced, or swapped with their neighbour.
  package static func distance(_ first: [Character], _ second: [Character]) -> Int {
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
