/// Reads a rule file. All faults are found at once, with their places.
struct RuleReader {
  let source: SourceFile
  var faults: [Diagnostic] = []
  var slots = RuleSlots()
  /// The named lists of the file.
  var lists: [String: [String]] = [:]
  /// The number of texts that the lists have made.
  var sharedTexts = 0

  mutating func fault(_ message: String, _ help: String, _ node: JSONNode) {
    faults.append(
      Diagnostic(
        .unreadableRule, message, help: help,
        at: SourcePosition(file: 0, offset: node.range.lowerBound),
        field: [.length(max(1, min(node.range.count, 60)))]))
  }

  /// The members of an object; a fault if it is none, or if it has an unknown key.
  mutating func members(
    _ node: JSONNode, of what: String, _ known: [String]
  ) -> [String: JSONNode] {
    guard case .object(let members) = node.content else {
      fault("\(what) is not an object", "Write it in braces.", node)
      return [:]
    }
    var found: [String: JSONNode] = [:]
    for member in members {
      if !known.contains(member.key), !member.key.hasPrefix("x_") {
        let hint = Suggestions.question(for: member.key, among: known)
        fault(
          "\(what) has no key \"\(member.key)\"",
          hint ?? "It may have \(known.joined(separator: ", ")).", member.value)
      }
      found[member.key] = member.value
    }
    return found
  }

  /// The members of an object whose keys are names; a fault if it is none.
  mutating func named(
    _ node: JSONNode?, _ what: String, _ example: String
  ) -> [JSONNode.Member] {
    guard let node else { return [] }
    if case .object(let members) = node.content { return members }
    fault("\"\(what)\" is not an object", "Write \(example).", node)
    return []
  }

  /// What one of some words means; nil if there is no word.
  mutating func choice<Meaning>(
    _ node: JSONNode?, _ words: [String: Meaning], _ message: String
  ) -> Meaning? {
    guard let node, let word = text(node) else { return nil }
    if words[word] == nil { fault(message, "Write one of them.", node) }
    return words[word]
  }

  /// One text or a list of texts.
  mutating func texts(_ node: JSONNode) -> [String] {
    if let text = node.string { return [text] }
    if case .array(let items) = node.content {
      return items.compactMap { item in
        if item.stringOrNumber == nil { fault("this is no text", "Write a text.", item) }
        return item.stringOrNumber
      }
    }
    fault("this is neither a text nor a list of texts", "Write a text in quotes.", node)
    return []
  }

  mutating func text(_ node: JSONNode?) -> String? {
    guard let node else { return nil }
    if node.string == nil { fault("this is no text", "Write a text in quotes.", node) }
    return node.string
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode?, _ type: Word.Type = Word.self
  ) -> Word? {
    guard let node, let text = text(node) else { return nil }
    let words = Word.allCases.map(\.rawValue)
    if let word = Word(rawValue: text) { return word }
    fault("there is no \"\(text)\"", Suggestions.choice(for: text, of: words), node)
    return nil
  }

  /// The patterns that a text means: several if it names a list.
  mutating func expandedPatterns(_ node: JSONNode) -> [RulePattern] {
    guard let text = text(node) else { return [] }
    return expanded(text, node).compactMap { pattern($0, node) }
  }

  mutating func pattern(_ text: String, _ node: JSONNode) -> RulePattern? {
    do throws(RuleFault) {
      var slots = self.slots
      let pattern = try RulePattern(text) { slots.slot($0) }
      self.slots = slots
      return pattern
    } catch {
      fault(error.message, "Correct the pattern \"\(text)\".", node)
      return nil
    }
  }

  mutating func patterns(_ node: JSONNode) -> [RulePattern] {
    node.items.flatMap { expandedPatterns($0) }
  }

  mutating func constants(_ node: JSONNode?) -> [Int: String] {
    var found: [Int: String] = [:]
    for member in named(node, "set", "{\"currency\": \"EUR\"}") {
      if let text = member.value.stringOrNumber { found[slots.slot(member.key)] = text }
    }
    return found
  }

  mutating func values(_ node: JSONNode?) -> [Int: RuleValue] {
    var found: [Int: RuleValue] = [:]
    for member in named(node, "values", "{\"fees\": [\"commission\"]}") {
      let slot = slots.slot(member.key)
      if let value = value(member.value) { found[slot] = value }
    }
    return found
  }

  private mutating func value(_ node: JSONNode) -> RuleValue? {
    switch node.content {
    case .string: return node.string.map { .slot(slots.slot($0)) }
    case .array(let items): return .sum(items.compactMap(\.string).map { slots.slot($0) })
    case .object:
      if let first = node["first"] { return .first(first.items.compactMap { part($0) }) }
      if node["minus"] != nil { return part(node) }
      if let each = node["each"]?.string { return .each(slots.slot(each)) }
      if let held = node["held"]?.string { return .held(slots.slot(held)) }
      if let constant = node["value"]?.stringOrNumber { return .constant(constant) }
    case .number, .boolean, .null: break
    }
    fault(
      "this is no value",
      "Write a field, a list of fields, {\"first\": [...]}, {\"minus\": ...}, {\"each\": ...}, "
        + "{\"held\": ...} or {\"value\": ...}.",
      node)
    return nil
  }
}

extension RuleReader {
  /// The figures of `compare`: a meaning, or a meaning with the field of a rate.
  mutating func stated(_ node: JSONNode?) -> [StatedFigure] {
    named(node, "compare", "{\"proceeds\": \"gross\"}").compactMap { member in
      let slot = slots.slot(member.key)
      if case .object(let parts) = member.value.content, let part = parts.first, parts.count == 1 {
        guard let meaning = StatedFigure.Meaning(rawValue: part.key),
          meaning.mayHaveRate || meaning.isOfOther, let other = text(part.value)
        else {
          fault("this is no figure", "Write {\"gross\": \"rate\"}.", member.value)
          return nil
        }
        return StatedFigure(slot: slot, meaning: meaning, other: slots.slot(other))
      }
      let meaning: StatedFigure.Meaning? = word(member.value)
      if let meaning, meaning.isOfOther {
        fault(
          "the figure lacks the field that it is about",
          "Write {\"\(meaning.rawValue)\": \"amount\"}.", member.value)
        return nil
      }
      return meaning.map { StatedFigure(slot: slot, meaning: $0) }
    }
  }

  /// A field, or a field with the other sign.
  private mutating func part(_ node: JSONNode) -> RuleValue? {
    if let minus = node["minus"] { return text(minus).map { .minus(slots.slot($0)) } }
    return text(node).map { .slot(slots.slot($0)) }
  }
}

extension RuleSet {
  /// Reads a rule file.
  /// - Throws: All faults of the file.
  public init(reading bytes: [UInt8], name: String) throws(LedgerFaults) {
    var reader = RuleReader(source: SourceFile(name: name, contents: bytes))
    let root: JSONNode
    do throws(Diagnostic) {
      root = try JSONNode.parse(bytes)
    } catch {
      throw LedgerFaults([error], sources: [reader.source])
    }
    let keys = [
      "format", "name", "title", "lists", "tables", "no_transactions", "currencies", "$schema",
    ]
    let members = reader.members(root, of: "the file", keys)
    if members["format"]?.string != "folio-rules/1" {
      reader.fault(
        "the file has not the format \"folio-rules/1\"", "Write \"format\": \"folio-rules/1\".",
        root)
    }
    let own = reader.text(members["name"]) ?? ""
    if own.isEmpty { reader.fault("the file has no name", "Write \"name\": \"my-broker\".", root) }
    var tables: [RuleTable] = []
    reader.readLists(members["lists"])
    if case .array(let items)? = members["tables"]?.content {
      let read = reader.withShared(items).map { (node: $0, tables: reader.tables($0)) }
      tables = read.flatMap(\.tables)
      reader.checkFields(read.compactMap { item in item.tables.first.map { ($0, item.node) } })
    }
    if let codes = members["currencies"] {
      reader.slots.declaredCurrencies = Set(reader.texts(codes))
    }
    let plain = members["no_transactions"].map { reader.texts($0) } ?? []
    if tables.isEmpty { reader.fault("the file has no tables", "Describe one table.", root) }
    self.init(
      name: own, title: reader.text(members["title"]) ?? own, bytes: bytes, tables: tables,
      slots: reader.slots,
      plainSections: Set(plain.map { $0.lowercased() }))
    if !reader.faults.isEmpty { throw LedgerFaults(reader.faults, sources: [reader.source]) }
  }
}
