/// A line of a file that says in which units its rows are: those before a split, or those after it.
struct SplitNote: Sendable {
  enum Units: Sendable {
    /// Each row has the units of its day, so a row of the split is needed.
    case ofTheirDay
    /// All rows have the units of today, so a row of the split would count twice.
    case adjusted
  }

  var units: Units
  var file: Int
  var line: Range<Int>

  /// The beginnings of words for a split, for a time before it, for an adjustment, and for "not",
  /// in the languages of brokers.
  private static let splits = [
    "split", "aktiensplit", "aktiesplit", "fractionnement", "desdobramento", "desdoblamiento",
    "frazionamento",
  ]
  private static let earlier: Set = [
    "pre", "presplit", "before", "prior", "vor", "avant", "antes", "prima", "voor", "före", "før",
  ]
  private static let adjustments = [
    "adjust", "restate", "postsplit", "bereinigt", "splitbereinigt", "ajust", "rettific",
    "gecorrigeerd", "aangepast", "juster",
  ]
  private static let negations: Set = [
    "not", "no", "non", "pas", "nicht", "niet", "inte", "ikke", "without", "ohne", "sans", "sin",
  ]
  /// The most words between "before" and "split".
  private static let reach = 8

  /// What a text says about units; nil if it says nothing.
  static func units(in text: String) -> Units? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    func begins(_ word: String, _ stems: [String]) -> Bool { stems.contains { word.hasPrefix($0) } }
    guard words.contains(where: { $0.contains("split") || begins($0, splits) }) else { return nil }
    var isAdjusted = false
    for (place, word) in words.enumerated() {
      let before = words[max(0, place - reach)..<place]
      // "Quantities before the split are shown adjusted" says nothing about rows of their day.
      let isBefore =
        before.contains(where: earlier.contains)
        && !words.contains { begins($0, adjustments) && !begins($0, ["unadjust"]) }
      if word == "presplit" || begins(word, splits) && isBefore { return .ofTheirDay }
      if begins(word, splits) {
        // "post-split values", "give effect to the split"
        let isAfter =
          before.last.map(["post", "after", "nach", "après"].contains) ?? false
          || !before.filter(["effect", "reflect", "reflecting"].contains).isEmpty
        if isAfter { isAdjusted = true }
      }
      if begins(word, ["unadjust", "unbereinigt"]) { return .ofTheirDay }
      guard begins(word, adjustments) else { continue }
      if before.suffix(3).contains(where: negations.contains) { return .ofTheirDay }
      isAdjusted = true
    }
    return isAdjusted ? .adjusted : nil
  }
}

extension SplitNote {
  /// The lines of a CSV file that say something about units: prose and headers. Rows with numbers
  /// or days are transactions.
  static func all(in bytes: [UInt8], separator: UInt8, file: Int) -> [SplitNote] {
    var rows = CSVRows(bytes, separator: separator)
    var notes: [SplitNote] = []
    while rows.next() {
      if rows.fields.contains(where: { isFigure(rows.content($0)) }) { continue }
      let fields = rows.fields.filter { !$0.isEmpty }.map(rows.content)
      let isProse = fields.count < 3 || fields.contains { $0.count > 40 }
      let texts = isProse ? [rows.bytes[rows.row]] : fields
      let found = texts.lazy.compactMap { units(in: String(decoding: $0, as: UTF8.self)) }.first
      if let found { notes.append(SplitNote(units: found, file: file, line: rows.row)) }
    }
    return notes
  }

  /// Whether a text is mostly digits, as numbers and days are.
  private static func isFigure(_ text: ArraySlice<UInt8>) -> Bool {
    let count = text.count { (0x30...0x39).contains($0) }
    return count > 0 && 2 * count >= text.count
  }
}

extension ImportDraft {
  /// Reports lines about units before and after splits that the rows of splits do not fit.
  mutating func checkSplitNotes(with ledger: LedgerContents?) {
    let splits = groups.filter { $0.imported.group.stockLegs.contains(where: \.isSplit) }
    let isInLedger = (asWritten.groups + (ledger?.groups ?? [])).contains { group in
      group.stockLegs.contains(where: \.isSplit)
    }
    for note in splitNotes {
      switch note.units {
      case .ofTheirDay where splits.isEmpty && !isInLedger:
        report(
          .noteAboutSplits,
          "the file has units of before a split, and no row is a split",
          help:
            "Import a file or a ledger with the split as well, in the same run. If no units need "
            + "it, delete this line.",
          at: note.line.lowerBound, length: note.line.count, in: note.file)
      case .adjusted:
        guard let split = splits.first(where: { $0.file == note.file }) else { continue }
        report(
          .noteAboutSplits,
          "the file says that its units are adjusted for splits, and has the split of "
            + "\(split.imported.group.day)",
          help: "The units would change twice. Delete the rows of splits, or this line if it is "
            + "wrong.", at: note.line.lowerBound, length: note.line.count, in: note.file)
      case .ofTheirDay: continue
      }
    }
  }
}

extension LedgerGroup.StockLeg {
  fileprivate var isSplit: Bool { type == .split || type == .stockDividend }
}
