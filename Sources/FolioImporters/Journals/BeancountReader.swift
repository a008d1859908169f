/// Reads a beancount file, of version 2 or 3.
struct BeancountReader: JournalReader {
  var journal = Journal(
    dialect: JournalDialect(name: "beancount", balancesAtCost: true, method: .strict))
  var files: JournalFiles
  /// The names of the five kinds of accounts, which options change.
  private var roots = Self.usualRoots
  private static let usualRoots: [String: JournalAccountKind] = [
    "Assets": .asset, "Liabilities": .liability, "Equity": .equity, "Income": .income,
    "Expenses": .expense,
  ]
  private var pushedTags: [String] = []
  /// Each transaction has all tags that are pushed.
  private static let mostPushedTags = 100
  private var usedAccounts: Set<String> = []
  /// The line that is read, in its file.
  private var line = 0
  /// How many files include the one that is read.
  private var depth = 0

  init(_ source: ImportSource) { files = JournalFiles(source) }

  mutating func read(_ source: ImportSource, path: String, _ draft: inout ImportDraft) {
    let file = draft.file
    var lines = JournalLines(source.bytes)
    var count = 0
    /// A text in quotation marks may go on in the next lines.
    func nextLine() -> ArraySlice<UInt8>? {
      guard var line = lines.next() else { return nil }
      count += 1
      while Self.isOpen(line), let more = lines.next() {
        line = source.bytes[line.startIndex..<more.endIndex]
        count += 1
      }
      return line
    }
    while true {
      let before = count
      guard let line = nextLine() else { return }
      self.line = before + 1
      guard let first = line.first, !first.isBlank, first != 0x3B else { continue }
      let place = JournalPlace(file: file, offset: line.startIndex, length: line.count)
      guard first.isDigit || first.isSmall else {
        if first.isCapital { note(Self.unknownLine, place) }
        continue
      }
      var block = [line]
      while lines.peek()?.first?.isBlank == true, let next = nextLine() { block.append(next) }
      do throws(FieldFault) {
        if first.isDigit {
          try readDirective(block, place)
        } else {
          try readStatement(line, path, &draft, place)
          noteRead(place)
        }
      } catch {
        note(error, place)
      }
    }
  }

  private static let unknownLine = FieldFault(
    "the line is no directive of beancount",
    help: "Begin it with a day, or with a semicolon if it is a comment.")

  /// Whether a text in quotation marks does not end in the line.
  private static func isOpen(_ line: ArraySlice<UInt8>) -> Bool {
    var (isQuoted, isEscaped) = (false, false)
    for byte in line {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if byte == 0x5C {
        isEscaped = isQuoted
      } else if byte == 0x3B, !isQuoted {
        return false
      }
    }
    return isQuoted
  }

  private mutating func noteRead(_ place: JournalPlace) { journal.notes.append((place, .read)) }

  // MARK: Lines without a day

  private mutating func readStatement(
    _ line: ArraySlice<UInt8>, _ path: String, _ draft: inout ImportDraft, _ place: JournalPlace
  ) throws(FieldFault) {
    var cursor = JournalCursor(line)
    let keyword = cursor.word()
    cursor.skipBlanks()
    switch keyword {
    case "include":
      guard let name = cursor.quoted() else { throw Self.missing("the file", cursor.place) }
      let names = try files.paths(of: name, from: path)
      // Names of roots and tags end with their file.
      let saved = (roots, pushedTags)
      depth += 1
      defer {
        depth -= 1
        (roots, pushedTags) = saved
      }
      for name in names {
        (roots, pushedTags) = (Self.usualRoots, [])
        read(try files.open(name, from: path), &draft)
      }
    case "option":
      guard let name = cursor.quoted() else { throw Self.missing("the option", cursor.place) }
      cursor.skipBlanks()
      guard let value = cursor.quoted() else { throw Self.missing("the value", cursor.place) }
      try setOption(name, value, cursor.place)
    case "plugin":
      let name = cursor.quoted() ?? ""
      journal.leftOut.append(
        (
          "the plugin \"\(name)\" was not run, so entries that it makes are missing",
          "If it makes transactions, import what bean-query prints for: print", place
        ))
    case "pushtag", "poptag":
      let tag = String(cursor.word().drop { $0 == "#" })
      if keyword == "poptag" {
        pushedTags.removeAll { $0 == tag }
      } else if !pushedTags.contains(tag) {
        guard pushedTags.count < Self.mostPushedTags else {
          throw FieldFault(
            "more than \(Self.mostPushedTags) tags are pushed and not popped",
            help: "Write poptag where a tag ends.", at: cursor.place)
        }
        pushedTags.append(tag)
      }
    case "pushmeta", "popmeta": break
    default:
      throw FieldFault(
        "\"\(keyword)\" is no directive of beancount",
        help: "Write option, plugin, include, pushtag, poptag, pushmeta or popmeta.")
    }
  }

  private mutating func setOption(
    _ name: String, _ value: String, _ offset: Int
  ) throws(FieldFault) {
    // beancount takes these from the first file only.
    if depth > 0, Self.ofFirstFile.contains(name) { return }
    switch name {
    case "operating_currency":
      journal.baseCommodity = journal.baseCommodity ?? value
      journal.moneys.insert(value)
    case "booking_method": journal.dialect.method = try Self.method(value, offset)
    case "inferred_tolerance_default":
      let parts = value.split(separator: ":").map { String($0).trimmed }
      guard parts.count == 2 else { throw Self.missing("the tolerance, as in USD:0.005", offset) }
      journal.tolerances.usual[parts[0]] = try Self.tolerance(parts[1], offset)
    case "tolerance_multiplier", "inferred_tolerance_multiplier":
      journal.tolerances.multiplier = try Self.tolerance(value, offset)
    case "infer_tolerance_from_cost":
      journal.tolerances.countsCosts = value.lowercased() == "true" || value == "1"
    case "use_precise_interpolation":
      journal.tolerances.isPrecise = value.lowercased() == "true" || value == "1"
    default:
      guard let kind = Self.renamed[name] else { return }
      roots = roots.filter { $0.value != kind }
      roots[value] = kind
    }
  }

  private static let ofFirstFile: Set<String> = [
    "booking_method", "inferred_tolerance_default", "tolerance_multiplier",
    "inferred_tolerance_multiplier", "infer_tolerance_from_cost", "use_precise_interpolation",
  ]
  private static let renamed: [String: JournalAccountKind] = [
    "name_assets": .asset, "name_liabilities": .liability, "name_equity": .equity,
    "name_income": .income, "name_expenses": .expense,
  ]

  private static func tolerance(
    _ text: String, _ offset: Int
  ) throws(FieldFault) -> ExactDecimal {
    guard let number = try? ExactDecimal(text), !number.isNegative else {
      throw missing("the tolerance, a number", offset)
    }
    return number
  }

  static func method(_ text: String, _ offset: Int) throws(FieldFault) -> JournalMethod {
    if let method = methods[text.uppercased()] { return method }
    throw FieldFault(
      "\"\(text)\" is no booking method",
      help: "Write STRICT, STRICT_WITH_SIZE, FIFO, LIFO, HIFO, AVERAGE or NONE.", at: offset)
  }

  private static let methods: [String: JournalMethod] = [
    "STRICT": .strict, "STRICT_WITH_SIZE": .strictWithSize, "FIFO": .fifo, "LIFO": .lifo,
    "HIFO": .hifo, "AVERAGE": .average, "NONE": .none,
  ]

  // MARK: Lines with a day

  private mutating func readDirective(
    _ block: [ArraySlice<UInt8>], _ place: JournalPlace
  ) throws(FieldFault) {
    var cursor = JournalCursor(block[0])
    guard let day = cursor.day() else { throw Self.missing("the day", place.offset) }
    cursor.skipBlanks()
    let start = cursor.place
    let keyword = cursor.word()
    cursor.skipBlanks()
    func event(_ kind: JournalEvent.Kind) -> JournalEvent {
      JournalEvent(day: day, kind: kind, place: place, line: line, depth: depth)
    }
    switch keyword {
    case "open":
      try readOpen(&cursor)
      noteRead(place)
    case "commodity":
      readCommodity(cursor.word(), block.dropFirst())
      noteRead(place)
    case "price":
      let commodity = cursor.word()
      guard let amount = try cursor.beancountAmount() else {
        throw Self.missing("the price", cursor.place)
      }
      journal.events.append(event(.price(of: commodity, amount)))
    case "balance":
      let account = try account(&cursor)
      let (amount, tolerance) = try cursor.beancountBalance()
      journal.events.append(
        event(.balance(account: account, amount, tolerance: tolerance)))
    case "pad":
      let (account, source) = (try account(&cursor), try account(&cursor))
      journal.events.append(event(.pad(account: account, from: source)))
    case "close": noteRead(place)
    case "custom":
      if !takeOwn(&cursor, place) { journal.notes.append((place, .skipped("a directive custom"))) }
    case "note", "document", "event", "query":
      journal.notes.append((place, .skipped("a directive \(keyword)")))
    default:
      cursor.place = start
      var transaction = JournalTransaction(day: day, place: place)
      try readHead(&cursor, keyword, into: &transaction)
      for line in block.dropFirst() { try readLine(line, of: &transaction) }
      journal.events.append(event(.transaction(transaction)))
    }
  }

  /// Takes a directive in which Folio keeps a part of its ledger.
  private mutating func takeOwn(_ cursor: inout JournalCursor, _ place: JournalPlace) -> Bool {
    let keys = [OwnLedger.headKey, OwnLedger.namesKey, OwnLedger.otherKey]
    guard let key = cursor.quoted(), keys.contains(key) else { return false }
    cursor.skipBlanks()
    guard let value = cursor.quoted() else { return false }
    journal.own.take(key, value, place, continues: false)
    noteRead(place)
    return true
  }

  private mutating func account(_ cursor: inout JournalCursor) throws(FieldFault) -> String {
    cursor.skipBlanks()
    let start = cursor.place
    let name = cursor.word()
    try use(name, at: start)
    cursor.skipBlanks()
    return name
  }

  /// Notes an account, with its kind.
  private mutating func use(_ name: String, at offset: Int) throws(FieldFault) {
    try name.checkAccountParts(at: offset)
    if !usedAccounts.insert(name).inserted { return }
    guard let root = name.split(separator: ":").first, let kind = roots[String(root)],
      name.contains(":")
    else {
      usedAccounts.remove(name)
      let known = roots.keys.sorted().joined(separator: ", ")
      throw FieldFault(
        "\"\(name)\" is no account", help: "Begin it with one of \(known), and a colon.",
        at: offset)
    }
    journal.accountKinds[name] = kind
  }

  private mutating func readOpen(_ cursor: inout JournalCursor) throws(FieldFault) {
    let account = try account(&cursor)
    _ = cursor.takeWhile { $0 != 0x22 && $0 != 0x3B }
    let offset = cursor.place
    if let method = cursor.quoted() {
      journal.accountMethods[account] = try Self.method(method, offset)
    }
  }

  private mutating func readCommodity(
    _ commodity: String, _ metadata: ArraySlice<ArraySlice<UInt8>>
  ) {
    for line in metadata {
      var cursor = JournalCursor(line)
      guard let (key, value) = cursor.beancountMetadata() else { continue }
      switch key.lowercased() {
      case "name": journal.commodityNames[commodity] = value
      case "isin": journal.commodityISINs[commodity] = value
      default: continue
      }
    }
  }

  // MARK: Transactions

  private func readHead(
    _ cursor: inout JournalCursor, _ flag: String, into transaction: inout JournalTransaction
  ) throws(FieldFault) {
    guard flag == "txn" || flag.utf8.count == 1 else {
      throw FieldFault(
        "\"\(flag)\" is no directive of beancount",
        help: "Write a flag such as *, or a directive such as open, balance or price.",
        at: cursor.place)
    }
    _ = cursor.word()
    transaction.isPending = flag == "!"
    var texts: [String] = []
    var (tags, links) = (pushedTags, [String]())
    cursor.skipBlanks()
    while let byte = cursor.next, byte != 0x3B {
      if byte == 0x22 {
        guard let text = cursor.quoted() else {
          throw Self.missing("the end of the text", cursor.place)
        }
        texts.append(text)
      } else {
        let word = cursor.word()
        if word.hasPrefix("#") { tags.append(String(word.dropFirst())) }
        if word.hasPrefix("^") { links.append(String(word.dropFirst())) }
      }
      cursor.skipBlanks()
    }
    transaction.text = texts.filter { !$0.isEmpty }.joined(separator: ": ")
    if !tags.isEmpty { transaction.kept.append(("tags", tags.joined(separator: " "))) }
    if !links.isEmpty { transaction.kept.append(("links", links.joined(separator: " "))) }
  }

  private mutating func readLine(
    _ line: ArraySlice<UInt8>, of transaction: inout JournalTransaction
  ) throws(FieldFault) {
    var cursor = JournalCursor(line)
    cursor.skipBlanks()
    guard let byte = cursor.next, byte != 0x3B else { return }
    if byte == 0x23 || byte == 0x5E {
      let word = cursor.word()
      transaction.kept.append((byte == 0x23 ? "tags" : "links", String(word.dropFirst())))
      return
    }
    if let (key, value) = cursor.beancountMetadata() {
      if transaction.postings.isEmpty, OwnGroup.take(key, value, into: &transaction.own) { return }
      // Metadata of postings say nothing about the group as a whole.
      if transaction.postings.isEmpty, !transaction.kept.contains(where: { $0.key == key }) {
        transaction.kept.append((key, value))
      }
      return
    }
    let start = cursor.place
    var word = cursor.word()
    if word.utf8.count == 1 {
      cursor.skipBlanks()
      word = cursor.word()
    }
    try use(word, at: start)
    var posting = JournalPosting(
      account: word,
      place: JournalPlace(
        file: transaction.place.file, offset: start, length: line.endIndex - start))
    cursor.skipBlanks()
    try cursor.readBeancountAmounts(into: &posting)
    transaction.postings.append(posting)
  }
}
