import Testing

/// The pages that lead a newcomer through the code name files and functions that exist.
struct WalkSpecs {
  /// A row of a table: a file, and a function that it has.
  private struct Hop {
    var hop: Int?
    var file: String
    var function: String
  }

  /// The hops of each table of a page.
  private func tables(of page: String) throws -> [[Hop]] {
    let text = String(decoding: try SpecFiles.bytes(page), as: UTF8.self)
    var tables: [[Hop]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = line.split(separator: "|").map { String($0.drop { $0 == " " }.trimmed) }
      guard let place = cells.firstIndex(where: { $0.hasPrefix("`Sources/") }) else {
        if line.isEmpty || tables.isEmpty { tables.append([]) }
        continue
      }
      let names = [cells[place], cells[place + 1]].map { $0.filter { $0 != "`" } }
      tables[tables.count - 1].append(
        Hop(hop: Int(cells[0]), file: names[0], function: names[1]))
    }
    return tables.filter { !$0.isEmpty }
  }

  private func expectFunctions(_ hops: [Hop]) throws {
    for hop in hops {
      let text = String(decoding: try SpecFiles.bytes("../\(hop.file)"), as: UTF8.self)
      let isThere = ["(", "<"].contains { text.contains("func \(hop.function)\($0)") }
      #expect(isThere, "\(hop.file) has no function '\(hop.function)'")
    }
  }

  @Test func walksAreShortAndVisitNoFileTwice() throws {
    let walks = try tables(of: "walks.md")
    #expect(walks.count == 2)
    for (walk, limit) in zip(walks, [9, 8]) {
      #expect(walk.map(\.hop) == (1...walk.count).map { $0 } && walk.count <= limit)
      #expect(Set(walk.map(\.file)).count == walk.count)
      try expectFunctions(walk)
    }
  }

  @Test func topicsOfBookingHaveTheirFunctions() throws {
    let topics = try tables(of: "how-booking-works.md").joined()
    #expect(topics.count >= 15)
    try expectFunctions(Array(topics))
  }
}

extension Substring {
  /// The text without blanks at its end.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
