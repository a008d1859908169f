/// Which instruments are one share under several symbols.
///
/// A change of symbol is a reorganization: the units stay the same asset (TCGA 1992 s.127, the same
/// property for s.54 of the Income Tax Act). A sale under the old symbol is therefore matched with
/// a purchase under the new one. The events of all symbols of a share are its line. From then on
/// the old symbol has events of its own: it may be given to another share.
///
/// The timeline finds the lines. Booking goes through the same changes of symbols, and reads from
/// `known` to which line a list belongs in the end.
struct ShareLines {
  /// The list of the events of each instrument.
  private var lists: [Int]
  /// The line of each list, by the number of its first list.
  private var lines: [Int]
  /// For each change of a symbol, whether it joins the events of both.
  private var joins: [Bool] = []
  private var next = 0
  /// The lines as they are at the end of the timeline; empty while it is recorded.
  private var known: [Int] = []
  /// The instruments of each line that has several.
  private var members: [Int: [Int]] = [:]

  /// - Parameter keys: the number of instruments, of all holders (`TaxHolders.key`).
  init(keys: Int) {
    lists = Array(0..<keys)
    lines = lists
  }

  /// The number of lists.
  var count: Int { lines.count }

  /// The list of the events of an instrument while the timeline is recorded, or else its line.
  func place(of instrument: Int) -> Int {
    let list = lists[instrument]
    return known.isEmpty ? list : known[list]
  }

  /// The lines at the beginning of booking, when the timeline is complete.
  func known(keys: Int) -> ShareLines {
    var start = ShareLines(keys: keys)
    (start.known, start.joins) = (lines, joins)
    for key in 0..<keys { start.members[lines[key], default: []].append(key) }
    start.members = start.members.filter { $0.value.count > 1 }
    return start
  }

  /// The other symbols of the same share.
  func others(of instrument: Int) -> [Int] {
    if members.isEmpty { return [] }
    let line = place(of: instrument)
    return members[line]?.filter { $0 != instrument && place(of: $0) == line } ?? []
  }

  /// Records that a share gets a new symbol.
  mutating func rename(_ old: Int, _ new: Int, joins isJoined: Bool) {
    joins.append(isJoined)
    follow(old, new, isJoined)
  }

  /// Follows the next change of a symbol while the ledger is booked.
  /// - Returns: whether it joins the events of both symbols.
  mutating func followNext(_ old: Int, _ new: Int) -> Bool {
    guard next < joins.count else { return false }
    next += 1
    follow(old, new, joins[next - 1])
    return joins[next - 1]
  }

  private mutating func follow(_ old: Int, _ new: Int, _ isJoined: Bool) {
    if !isJoined { return }
    let (line, other) = (lines[lists[old]], lines[lists[new]])
    for index in lines.indices where lines[index] == other { lines[index] = line }
    lists[old] = lines.count
    lines.append(lines.count)
  }

  /// Joins the events of each line, in order of booking.
  func joined(_ lists: [[HoldingTimeline.Event]]) -> [[HoldingTimeline.Event]] {
    var joined = lists
    var changed: Set<Int> = []
    for (list, line) in lines.enumerated() where list != line {
      joined[line] += lists[list]
      joined[list] = []
      changed.insert(line)
    }
    // A sort keeps the order of events of one group.
    for line in changed { joined[line].sort { $0.key < $1.key } }
    return joined
  }
}
