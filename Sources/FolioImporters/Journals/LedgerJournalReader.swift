/// Reads a journal of hledger or ledger.
struct LedgerJournalReader: JournalReader {
  var journal: Journal
  var files: JournalFiles
  var context = Context()
  private var leftOutKinds: Set<String> = []
  /// The steps that expressions of aliases took so far.
  var aliasWork = 0
  /// The accounts that the journal declares as those of conversions.
  var conversions: Set<String> = []
  /// The kinds that the journal declares.
  private var declaredKinds: [String: JournalAccountKind] = [:]

  /// What directives change for the lines after them, in the file and in those that it includes.
  struct Context {
    var numbers = LedgerNumbers()
    var year: Int?
    var defaultCommodity: String?
    /// The accounts of `apply account`, each with those before it.
    var prefixes: [String] = []
    var aliases = JournalAliases()
    /// The account that a posting is paid with which has no other one beside it.
    var bucket: String?
  }

  init(_ source: ImportSource) {
    files = JournalFiles(source)
    journal = Journal(
      dialect: JournalDialect(name: "journal", balancesAtCost: false, method: .fifo))
  }

  // MARK: Lines

  mutating func read(_ source: ImportSource, path: String, _ draft: inout ImportDraft) {
    let file = draft.file
    context.numbers.see(source.bytes)
    var lines = JournalLines(source.bytes)
    while let line = lines.next() {
      guard let first = line.first, !first.isBlank else { continue }
      let place = JournalPlace(file: file, offset: line.startIndex, length: line.count)
      var block: [ArraySlice<UInt8>] = []
      func takeBlock() {
        while let next = lines.peek(), next.first?.isBlank == true, !next.trimmedText.isEmpty {
          block.append(next)
          _ = lines.next()
        }
      }
      switch first {
      case 0x3B: takeOwn(line, place)
      case 0x23, 0x2A, 0x25, 0x7C: continue
      case 0x7E, 0x3D:
        takeBlock()
        let kind = first == 0x7E ? "a periodic transaction" : "an automated transaction"
        leaveOut("\(kind) is not run", "Write the transactions that it makes.", place)
        journal.notes.append((place, .skipped(kind)))
      default:
        let keyword = line.firstWord
        if keyword == "comment" || keyword == "test" {
          while let next = lines.next() {
            if next.trimmedText.hasPrefix("end") { break }
          }
          continue
        }
        takeBlock()
        do throws(FieldFault) {
          if first.isDigit {
            try readTransaction(line, block, place)
          } else {
            try readDirective(keyword, line, block, place, path, &draft)
          }
        } catch {
          note(error, place)
        }
      }
    }
    if journal.doubtful.isEmpty, let (text, help, offset) = context.numbers.doubtful() {
      journal.doubtful.append((text, help, JournalPlace(file: file, offset: offset, length: 1)))
    }
  }

  mutating func leaveOut(_ text: String, _ help: String, _ place: JournalPlace) {
    if leftOutKinds.insert(text).inserted { journal.leftOut.append((text, help, place)) }
  }

  // MARK: Directives

  private mutating func readDirective(
    _ keyword: String, _ line: ArraySlice<UInt8>, _ block: [ArraySlice<UInt8>],
    _ place: JournalPlace, _ path: String, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    var cursor = JournalCursor(line)
    _ = cursor.take("!") || cursor.take("@")
    _ = cursor.word()
    cursor.skipBlanks()
    switch keyword {
    case "include":
      try include(cursor.restText.trimmed, place, path, &draft)
      return
    case "P":
      try readPrice(&cursor, place)
      return
    case "commodity": try readCommodity(&cursor, block, place)
    case "account": try readAccount(&cursor, block, place)
    case "D":
      var model = cursor
      let amount = try cursor.ledgerAmount(context)
      context.defaultCommodity = amount?.commodity
      journal.baseCommodity = journal.baseCommodity ?? amount?.commodity
      // The amount is a model of how others are written.
      if let (unit, text) = model.ledgerModel() {
        context.numbers.note(text, of: unit)
        context.numbers.noteUsual(unit)
      }
    case "decimal-mark":
      context.numbers.mark = cursor.next == 0x2C ? .comma : .point
    case "Y", "year":
      context.year = Int(cursor.word())
    case "alias": try readAlias(cursor.restText)
    case "bucket", "A": context.bucket = try full(cursor.ledgerAccount())
    case "apply": try apply(&cursor)
    case "end":
      if cursor.word() == "aliases" {
        context.aliases = JournalAliases()
      } else if cursor.restText.trimmed != "tag" {
        _ = context.prefixes.popLast()
      }
    default: try readOther(keyword, cursor, place)
    }
    journal.notes.append((place, .read))
  }

  /// The directives that say nothing about transactions.
  static let ignored: Set<String> = [
    "payee", "tag", "define", "def", "N", "C", "check", "assert", "expr", "eval", "value",
    "capture", "--", "default",
  ]

  private mutating func readOther(
    _ keyword: String, _ cursor: JournalCursor, _ place: JournalPlace
  ) throws(FieldFault) {
    if Self.ignored.contains(keyword) || ["python", "import"].contains(keyword) { return }
    if ["i", "o", "b", "h", "I", "O"].contains(keyword) {
      return leaveOut("times of work are left out", "Nothing is to be done.", place)
    }
    if keyword.first == "Y", let year = Int(keyword.dropFirst()) {
      context.year = year
      return
    }
    throw FieldFault(
      "the line is neither a transaction nor a directive of hledger or ledger",
      help: "Begin a transaction with a day, its postings with blanks, and a comment with a "
        + "semicolon.")
  }

  private mutating func include(
    _ name: String, _ place: JournalPlace, _ path: String, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    var name = name
    for prefix in ["journal:", "hledger:", "ledger:", "j:"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    name.removeAll { $0 == "\"" }
    for name in try files.paths(of: name, from: path) {
      let included = try files.open(name, from: path, mayRepeat: true)
      let count = journal.events.count
      // Directives of the included file end with it, except for defaults.
      let saved = context
      read(included, &draft)
      if included.isRepeated, journal.events[count...].contains(where: \.isTransaction) {
        throw JournalFiles.repeated(name)
      }
      let (commodity, bucket) = (context.defaultCommodity, context.bucket)
      context = saved
      (context.defaultCommodity, context.bucket) = (commodity, bucket)
    }
    journal.notes.append((place, .read))
  }

  private mutating func readPrice(
    _ cursor: inout JournalCursor, _ place: JournalPlace
  ) throws(FieldFault) {
    guard let day = cursor.day(defaultYear: context.year) else {
      throw Self.missing("the day", cursor.place)
    }
    cursor.skipBlanks()
    // ledger's own prices may have a time.
    if let byte = cursor.next, (0x30...0x39).contains(byte) { _ = cursor.word() }
    cursor.skipBlanks()
    let commodity = cursor.quoted() ?? cursor.ledgerSymbol()
    guard let commodity, let amount = try cursor.ledgerAmount(context) else {
      throw Self.missing("the price", cursor.place)
    }
    journal.events.append(
      JournalEvent(day: day, kind: .price(of: commodity, amount), place: place))
  }

  private mutating func readCommodity(
    _ cursor: inout JournalCursor, _ block: [ArraySlice<UInt8>], _ place: JournalPlace
  ) throws(FieldFault) {
    let comments = Self.comments(cursor, block)
    guard let model = cursor.ledgerModel() else { return }
    context.numbers.note(model.text, of: model.commodity)
    for line in block {
      var inner = JournalCursor(line)
      inner.skipBlanks()
      let word = inner.word()
      inner.skipBlanks()
      if word == "format", let format = inner.ledgerModel() {
        context.numbers.note(format.text, of: model.commodity)
      }
      if word == "default" { context.defaultCommodity = model.commodity }
      if word == "note" { journal.commodityNames[model.commodity] = inner.restText.trimmed }
    }
    if let method = Self.tag("lots", in: comments) {
      let method = try Self.method(method, cursor.place)
      if method == .none {
        throw FieldFault(
          "a commodity has no method NONE", help: "Give it to the accounts that keep no lots.",
          at: place.offset)
      }
      journal.commodityMethods[model.commodity] = method
    }
  }

  private mutating func readAccount(
    _ cursor: inout JournalCursor, _ block: [ArraySlice<UInt8>], _ place: JournalPlace
  ) throws(FieldFault) {
    let comments = Self.comments(cursor, block)
    let name = try full(cursor.ledgerAccount())
    if let type = Self.tag("type", in: comments)?.lowercased(), let kind = Self.kinds[type] {
      declaredKinds[name] = kind
      if type == "v" || type == "conversion" { conversions.insert(name) }
    }
    if let method = Self.tag("lots", in: comments) {
      if method.isEmpty {
        throw FieldFault(
          "the tag lots of the account names no method",
          help: "Write a method such as FIFO after it.", at: place.offset)
      }
      journal.accountMethods[name] = try Self.method(method, cursor.place)
    }
    for line in block {
      var inner = JournalCursor(line)
      inner.skipBlanks()
      let word = inner.word()
      if word == "alias" { context.aliases.add(inner.restText.trimmed, name) }
      if word == "default" { context.bucket = name }
    }
  }

  private mutating func apply(_ cursor: inout JournalCursor) throws(FieldFault) {
    let what = cursor.word()
    cursor.skipBlanks()
    if what == "account" {
      let name = cursor.restText.trimmed
      let whole = context.prefixes.last.map { "\($0):\(name)" } ?? name
      // The prefix counts for each `end`, even if it is too long.
      context.prefixes.append(whole.isTooDeepAccount ? context.prefixes.last ?? "" : whole)
      try whole.checkAccountParts()
    }
    if what == "year" { context.year = Int(cursor.word()) }
  }

  // MARK: Comments and tags

  static func comment(_ text: String) -> String {
    guard let start = text.firstIndex(of: ";") else { return "" }
    return String(text[text.index(after: start)...])
  }

  /// The comments of a directive, in its line and in those after it.
  private static func comments(
    _ cursor: JournalCursor, _ block: [ArraySlice<UInt8>]
  ) -> String {
    ([cursor.rest] + block).map { comment(String(decoding: $0, as: UTF8.self)) }
      .joined(separator: ",")
  }

  /// The value of a tag in comments, up to a comma; nil if it has none.
  static func tag(_ name: String, in comment: String) -> String? {
    for part in comment.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ";").joined(separator: " ")
      guard let range = words.range(ofTag: name) else { continue }
      return String(words[range...]).trimmed
    }
    return nil
  }

  private static let kinds: [String: JournalAccountKind] = [
    "a": .asset, "asset": .asset, "assets": .asset, "c": .asset, "cash": .asset,
    "l": .liability, "liability": .liability, "liabilities": .liability, "e": .equity,
    "equity": .equity, "v": .equity, "conversion": .equity, "r": .income, "i": .income,
    "revenue": .income, "income": .income, "x": .expense, "expense": .expense,
    "expenses": .expense, "g": .gain, "gain": .gain, "u": .unrealizedGain,
  ]

  private static func method(_ text: String, _ offset: Int) throws(FieldFault) -> JournalMethod {
    if let method = methods[text.uppercased()] { return method }
    throw FieldFault(
      "\"\(text)\" is no method for lots",
      help: "Write FIFO, LIFO, HIFO, AVERAGE, one of these with ALL at its end, SPECID or NONE.",
      at: offset)
  }

  private static let methods: [String: JournalMethod] = [
    "": .fifo, "FIFO": .fifo, "LIFO": .lifo, "HIFO": .hifo, "AVERAGE": .average,
    "FIFOALL": .fifoAll, "LIFOALL": .lifoAll, "HIFOALL": .hifoAll, "AVERAGEALL": .averageAll,
    "SPECID": .strict, "NONE": .none,
  ]

  // MARK: Accounts

  /// Notes an account, with its kind.
  mutating func use(_ name: String, _ place: JournalPlace) {
    if journal.accountKinds[name] != nil { return }
    let kind = kind(of: name)
    journal.accountKinds[name] = kind
    if kind == .unknown {
      leaveOut(
        "the account \"\(name)\" has no type, so its money counts as outside",
        "If it is yours, declare it: account \(name)  ; type: A", place)
    }
  }

  /// The kind that an account is declared with, or one above it, or that its name says.
  func kind(of name: String) -> JournalAccountKind {
    var part = name[...]
    while true {
      if let declared = declaredKinds[String(part)] { return declared }
      guard let colon = part.lastIndex(of: ":") else { return Self.kind(ofName: name) }
      part = part[..<colon]
    }
  }

  /// The kind that the first part of a name says, or else the second one: `Joint:Assets:Bank`.
  private static func kind(ofName name: String) -> JournalAccountKind {
    let lower = name.lowercased()
    for part in lower.split(separator: ":").prefix(2) {
      guard let kind = usualNames[String(part)] else { continue }
      let isGain = lower.contains("unrealised-gain") || lower.contains("unrealized-gain")
      return kind == .equity && isGain ? .unrealizedGain : kind
    }
    return .unknown
  }

  private static let usualNames: [String: JournalAccountKind] = {
    let names: [(JournalAccountKind, String)] = [
      (.asset, "asset assets aktiva vermögen actif actifs activo activos attività ativo ativos"),
      (.liability, "liability liabilities debt debts verbindlichkeiten schulden passif passifs"),
      (.liability, "pasivo pasivos passività passivo passivos"),
      (.income, "income incomes revenue revenues ertrag erträge einnahmen einkommen"),
      (.income, "revenu revenus ingreso ingresos entrate ricavi receita receitas"),
      (.expense, "expense expenses aufwand aufwendungen ausgaben dépense dépenses"),
      (.expense, "gasto gastos uscite spese despesa despesas"),
      (.equity, "equity eigenkapital capitaux patrimonio patrimoine patrimônio"),
    ]
    let pairs = names.flatMap { kind, words in
      words.split(separator: " ").map { (String($0), kind) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String { utf8.trimmedText }

  /// The place after `name:` as a word of its own.
  fileprivate func range(ofTag name: String) -> String.Index? {
    var rest = self[...]
    while let colon = rest.firstIndex(of: ":") {
      let before = self[..<colon]
      if before.hasSuffix(name), before.dropLast(name.count).last?.isWhitespace ?? true {
        return index(after: colon)
      }
      rest = self[index(after: colon)...]
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The first word of a line, without the mark that old versions of ledger wrote before it.
  var firstWord: String {
    var cursor = JournalCursor(self)
    _ = cursor.take("!") || cursor.take("@")
    return cursor.word()
  }
}
