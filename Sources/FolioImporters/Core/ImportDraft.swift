/// What the files of an import say, row by row. An importer fills it; `ImportRun` makes a ledger
/// of it.
public struct ImportDraft: Sendable {
  /// What became of a row.
  enum Outcome: UInt8 {
    case open, booked, skipped, asked, faulty, read
  }

  struct RowRecord {
    var position: SourcePosition
    var length: Int32
    var outcome = Outcome.open
  }

  /// A reason for skipping rows, and their number.
  struct Skipped {
    var reason: String
    var count: Int
  }

  /// A group with the file that it is in.
  struct Entry {
    var imported: ImportedGroup
    var file: Int
    /// What identifies the group, without the number among equal ones.
    var key: String
    /// Whether units come in or go out alone, so that it may be one half of a transfer.
    var id = ""
    /// Whether nothing of it is booked, because another group has its id. A group that another
    /// file has just so counts as booked.
    var isLeftOut = false
    /// Whether an earlier file has it, and its cash.
    var isRepeated = false
  }

  /// A fault that rows have in common: its place in `diagnostics`, and the number of rows.
  private struct SharedFault {
    var place: Int
    var count: Int
  }

  /// A file, and what is known of it.
  struct File {
    var source: SourceFile
    /// The SHA-256 of its bytes.
    var sha256: String
    var format: String
    var hasCash = true
    var rowCount = 0
    /// Whether its rows were compared with each other before they were booked.
    var hasComparedRows = false
    var encoding: TextEncoding
    /// When the broker wrote it, as text that sorts by time, so that the last word of it counts.
    var written: String?

    /// A row of the file, as evidence for a group; nil if the file has no name.
    func row(_ line: Int) -> ImportedRow? {
      let name = source.name.lastPathPart
      return name.isEmpty ? nil : ImportedRow(file: name, row: line, sha256: sha256)
    }
  }

  /// What the user decides.
  public let options: ImportOptions
  private(set) var files: [File] = []
  var rows: [RowRecord] = []
  var groups: [Entry] = []
  private(set) var skipped: [Skipped] = []
  private var skippedPlaces: [String: Int] = [:]
  var unknownKinds: [UnknownKind] = []
  var unknownPlaces: [String: Int] = [:]
  private(set) var questions: [ImportQuestion] = []
  private var askedIDs: Set<String> = []
  /// The questions of rows that bring units, by the keys of instruments.
  private(set) var unitsAskedFor: [HeldPlace: ImportQuestion] = [:]
  /// The ids of questions that were asked and had answers.
  private var answeredIDs: Set<String> = []
  /// The rows of a file that raise the same question.
  private var askingRows: [String: (file: Int, places: [ImportRow: Int])] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  private var sharedFaults: [String: SharedFault] = [:]
  /// The names of values that nothing reads, with the number of the file.
  var unreadNames: Set<String> = []
  /// The rows of the file, or of the part of it, that is being read.
  var seenRows: [[String]: (row: ImportRow, content: Int)] = [:]
  var repeatedRows: [RepeatedRow] = []
  var claims: [ImportClaim] = []
  var levels: [TradeAtLevel] = []
  var closedLots: [ClosedLot] = []
  var unitsOfDividends: [UnitsOfDividend] = []
  var names = ImportInstruments()
  private(set) var accounts: [LedgerAccount] = []
  private var accountPlaces: [String: Int] = [:]
  var prices: [LedgerPrice] = []
  var rates: [LedgerRate] = []
  var settings = LedgerContents.Settings()
  /// The keys of instruments whose amounts show that their price is for a part of a unit.
  var partialFactors: [String: ExactDecimal] = [:]
  var assumedCurrencies: [String: String] = [:]
  var periods: [StatedPeriod] = []
  /// Lines of files that say in which units their rows are.
  var splitNotes: [SplitNote] = []
  /// The rows of the file that is being read whose day depends on the time zone.
  var openDays = OpenDays()
  /// Journals, which are booked when all files are read.
  var journals: [JournalPart] = []
  /// The formats whose files have a whole history, with whole days.
  private(set) var wholeFormats: Set<String> = []
  /// Rows of a ledger document, which are taken as they are.
  var asWritten = LedgerContents()

  init(_ options: ImportOptions) { self.options = options }

  /// The number of the file that is being read.
  package var file: Int { files.count - 1 }

  mutating func begin(_ source: ImportSource, format: String) {
    seenRows = [:]
    files.append(
      File(
        source: source.file, sha256: source.sha256, format: format, encoding: source.encoding))
    if source.encoding == .windows1252, !source.isBinary {
      let first = source.bytes.firstIndex { $0 >= 0x80 } ?? 0
      report(
        .assumedEncoding, "the file is not UTF-8, and is read as windows-1252",
        help: "Look whether this letter is right; if not, save the file as UTF-8.",
        at: first, length: 1)
    }
  }

  // MARK: Rows

  /// Begins a row: a line of a table, an element, a transaction.
  /// - Parameters:
  ///   - offset: Its first byte in the file.
  ///   - length: Its length in bytes, for the caret.
  ///   - owner: The number of the file, if it is not the last one. Rows begin in the order of the
  ///     files.
  package mutating func row(
    at offset: Int, length: Int = 1, in owner: Int? = nil
  ) -> ImportRow {
    let place = SourcePosition(file: owner ?? file, offset: offset)
    rows.append(RowRecord(position: place, length: Int32(clamping: length)))
    files[owner ?? file].rowCount += 1
    return ImportRow(index: rows.count - 1)
  }

  /// The lines of rows by position, starting at 1.
  func lines(of rows: [ImportRow]) -> [SourcePosition: Int] {
    SourceLocator(files.map(\.source)).lines(of: rows.map(position).filter(\.isKnown))
  }

  /// The position of a row.
  package func position(of row: ImportRow) -> SourcePosition { rows[row.index].position }

  /// Adds a group, and so ends its rows. A row may be in several groups.
  /// - Parameter owner: The number of the file, if it is not the last one.
  package mutating func add(_ group: ImportedGroup, in owner: Int? = nil) {
    let file = owner ?? file
    for row in group.rows { rows[row.index].outcome = .booked }
    // The id does not depend on the time zone, so that the same file makes it again.
    let written = options.timeZone == nil ? group : group.inUTC
    let key = GroupContent.key(of: written, format: files[file].format)
    groups.append(Entry(imported: group, file: file, key: key))
  }

  /// The text that stands for the id of a group of this draft, in `lots` of later groups.
  package static func reference(toGroup number: Int) -> String { "\u{1}\(number)" }

  /// The number in such a text; nil for an id.
  static func group(ofReference text: String) -> Int? {
    text.first == "\u{1}" ? Int(text.dropFirst()) : nil
  }

  /// Ends a row that moves nothing and stands for nothing, such as a total or a cancelled order.
  /// - Parameter reason: Completes "1 row skipped: ", for example "a total".
  package mutating func skip(_ row: ImportRow, _ reason: String) {
    rows[row.index].outcome = .skipped
    if let place = skippedPlaces[reason] {
      skipped[place].count += 1
    } else {
      skippedPlaces[reason] = skipped.count
      skipped.append(Skipped(reason: reason, count: 1))
    }
  }

  /// Ends a row whose contents went elsewhere: master data, a price, a figure to compare with.
  package mutating func noteRead(_ row: ImportRow) { rows[row.index].outcome = .read }

  /// Reports a fault that ends the reading of the file. It is the fault of all rows that are open.
  mutating func end(with fault: FieldFault) {
    report(fault)
    for number in rows.indices.reversed() {
      if rows[number].position.file != file { return }
      if rows[number].outcome == .open { rows[number].outcome = .faulty }
    }
  }

  /// The cost of units that came in.
  enum Receipt {
    case known(LedgerGroup.Lot, Currency?)
    /// A file of the other broker may have the units. Otherwise the user is asked.
    case open(ImportQuestion)
    /// The answer is wrong, which was reported.
    case refused
  }

  /// Finds out what units cost that came in, of which the file does not say it.
  /// - Parameter day: The day on which they came in. They were acquired on it or before.
  mutating func receipt(
    of quantity: ExactDecimal, _ question: ImportQuestion, about row: ImportRow, on day: Day
  ) -> Receipt {
    var question = question
    count(&question, about: row)
    question.position = rows[row.index].position
    guard let answer = answer(to: question), let cost = answer.cost, let acquired = answer.acquired
    else {
      // An answer that is not complete yet has its question here, whoever has the units.
      answeredIDs.insert(question.id)
      return .open(question)
    }
    if acquired > day {
      report(
        .unreadableRule, "the units came in on \(day), before \(acquired), the day of the answer",
        help: "Correct \"acquired\" of \"\(question.id)\".", row: row)
      return .refused
    }
    let lot = LedgerGroup.Lot(acquired: acquired, quantity: quantity, costBasis: cost)
    return .known(lot, answer.currency)
  }

  /// Asks for something that the file does not say. Without an answer the row ends, and the
  /// question is listed.
  /// - Parameter units: The units that the row brings. Rows that need them wait as well.
  /// - Returns: The answer, with all fields; nil if it is open.
  package mutating func ask(
    _ question: ImportQuestion, about row: ImportRow, bringing units: HeldPlace? = nil
  ) -> ImportAnswer? {
    var question = question
    if let answer = answer(to: question) { return answer }
    if let units { unitsAskedFor[units] = question }
    rows[row.index].outcome = .asked
    if askedIDs.insert(question.id).inserted {
      question.position = rows[row.index].position
      questions.append(question)
    }
    return nil
  }

  /// The answer to a question, if there is one.
  mutating func answer(to question: ImportQuestion) -> ImportAnswer? {
    guard let answer = options.answers.answer(to: question) else { return nil }
    answeredIDs.insert(question.id)
    return answer
  }

  /// Whether these files raise a question that the user has answered, or another file.
  func hasAnswer(to id: String) -> Bool { answeredIDs.contains(id) && !askedIDs.contains(id) }

  /// The ids of answers to which the files have no question.
  var unusedAnswers: [String] {
    options.answers.ids.filter { !answeredIDs.contains($0) && !askedIDs.contains($0) }
  }

  /// Gives equal questions about several rows of a file numbers, since their answers may differ.
  private mutating func count(_ question: inout ImportQuestion, about row: ImportRow) {
    let file = rows[row.index].position.file
    if askingRows[question.id]?.file != file { askingRows[question.id] = (file, [:]) }
    let count = askingRows[question.id]?.places.count ?? 0
    let place = askingRows[question.id]?.places[row] ?? count
    askingRows[question.id]?.places[row] = place
    if place > 0 { question.id += " \(place + 1)" }
  }

  /// Says that a group waits for an answer, and so its rows.
  mutating func wait(_ number: Int) {
    groups[number].isLeftOut = true
    for row in groups[number].imported.rows { rows[row.index].outcome = .asked }
  }

  /// Lists a question once.
  mutating func noteQuestion(_ question: ImportQuestion) {
    if askedIDs.insert(question.id).inserted { questions.append(question) }
  }

  // MARK: Diagnostics

  /// Reports a fault or a warning of a row. A fault ends the row.
  /// - Parameters:
  ///   - offset: The byte that it is about; by default the beginning of the row.
  ///   - length: The number of bytes to underline.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, help: String, row: ImportRow, at offset: Int? = nil,
    length: Int? = nil
  ) {
    if code.severity == .error { rows[row.index].outcome = .faulty }
    let record = rows[row.index]
    let place = offset.map { SourcePosition(file: record.position.file, offset: $0) }
    let width = length ?? (offset == nil ? Int(record.length) : 1)
    diagnostics.append(
      Diagnostic(
        code, message, help: help, at: place ?? record.position, field: [.length(max(width, 1))]))
  }

  /// Reports a fault that rows of the file have in common: once, with their number.
  mutating func reportShared(
    _ code: DiagnosticCode, _ message: String, help: String, row: ImportRow
  ) {
    let key = "\(file) \(message)"
    guard var shared = sharedFaults[key] else {
      sharedFaults[key] = SharedFault(place: diagnostics.count, count: 1)
      return report(code, message, help: help, row: row)
    }
    rows[row.index].outcome = .faulty
    shared.count += 1
    diagnostics[shared.place].message = "\(message) (\(shared.count) rows)"
    sharedFaults[key] = shared
  }

  /// Reports a fault or a warning of the file that is being read.
  /// - Parameter owner: The number of another file that is read.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, help: String, at offset: Int = 0, length: Int = 1,
    in owner: Int? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        code, message, help: help, at: SourcePosition(file: owner ?? file, offset: offset),
        field: [.length(max(length, 1))]))
  }

  /// Says that a part of the file has no place in a ledger, such as a plugin or a budget.
  package mutating func leaveOut(
    _ part: String, help: String, at offset: Int = 0, length: Int = 1, in owner: Int? = nil
  ) {
    report(.unsupportedPart, part, help: help, at: offset, length: length, in: owner)
  }

  mutating func append(_ found: [Diagnostic]) { diagnostics += found }

  // MARK: Master data

  /// Notes a cash account, once or several times.
  /// - Returns: Its id.
  @discardableResult
  package mutating func account(_ id: String, name: String = "", _ currency: Currency) -> String {
    if let place = accountPlaces[id] {
      if accounts[place].name.isEmpty { accounts[place].name = name }
      return id
    }
    accountPlaces[id] = accounts.count
    accounts.append(LedgerAccount(id: id, name: name, currency: currency))
    return id
  }

  /// Notes an instrument.
  /// - Returns: A text for the places of symbols in legs and prices. The symbol itself is chosen
  ///   when all files are read.
  package mutating func instrument(_ facts: ImportInstrument) -> String { names.note(facts) }

  /// Adds a price; its symbol is the text of `instrument(_:)`.
  package mutating func add(_ price: LedgerPrice) { prices.append(price) }

  /// Adds an exchange rate.
  package mutating func add(_ rate: LedgerRate) { rates.append(rate) }

  /// Says that the file that is being read has no cash, so that trades need deposits.
  package mutating func noteMissingCash() { files[file].hasCash = false }

  /// Says that rows of the file that is being read are compared with each other.
  mutating func noteComparedRows() { files[file].hasComparedRows = true }

  /// Says when the broker wrote the file that is being read: digits from the year on.
  mutating func noteWritten(_ digits: String) {
    files[file].written = max(files[file].written ?? "", digits)
  }

  /// Says that files of the format of this file have whole days, from the first to the last.
  mutating func noteWholeDays() { wholeFormats.insert(files[file].format) }

  /// Sets the settings that the file has or needs. Settings that are nil stay as they are.
  package mutating func set(_ change: (inout LedgerContents.Settings) -> Void) { change(&settings) }

  /// The name of the account at the broker: that of the user, or that of the file, or the format.
  package func accountName(_ ofFile: String?) -> String {
    options.account ?? ofFile ?? files[file].format
  }
}
