extension RuleReader {
  /// The keys of a table.
  static let tableKeys = [
    "name", "like", "header", "width", "section", "columns", "set", "values", "read", "account",
    "amounts", "cash", "ids", "facts", "prefer", "footer", "rows", "join", "skip", "first_row",
    "symbols", "lots", "compare", "assume", "capacities",
  ]

  /// The keys of the rule of a row.
  static let rowKeys = [
    "if", "is", "as", "set", "values", "why", "crossing_zero", "balance", "rest", "compare", "warn",
  ]

  /// The tables that an object describes: one, or one for each of its sections.
  mutating func tables(_ node: JSONNode) -> [RuleTable] {
    let table = table(node)
    guard let sections = node["section"], case .array = sections.content else { return [table] }
    return texts(sections).map { section in
      var own = table
      own.section = section
      return own
    }
  }

  private mutating func table(_ node: JSONNode) -> RuleTable {
    let members = members(node, of: "the table", Self.tableKeys)
    var table = RuleTable()
    table.name = text(members["name"]) ?? ""
    if let node = members["header"] { table.header = texts(node).map { slots.slot($0) } }
    if case .number? = members["width"]?.content {
      table.width = members["width"]?.stringOrNumber.flatMap { Int($0) }
    }
    if let node = members["section"] { table.section = texts(node).first }
    if let node = members["columns"] { table.columns = columns(node) }
    table.constants = constants(members["set"])
    table.values = values(members["values"])
    table.assumedCurrency = members["assume"]?["currency"].flatMap { text($0) }
    table.account = text(members["account"])
    table.isSkipped = text(members["skip"])
    if let node = members["footer"] { table.footers = patterns(node) }
    if case .boolean(false)? = members["cash"]?.content { table.hasCash = false }
    if members["cash"]?.string == "auto" { table.hasCash = nil }
    for word in members["symbols"].map({ texts($0) }) ?? [] {
      switch word {
      case "unique": table.areSymbolsUnique = true
      case "listed": table.areTickersListed = true
      default: fault("\"symbols\" are unique or listed", "Write one of them, or both.", node)
      }
    }
    table.hasLotsByAccount =
      choice(
        members["lots"], ["account": true, "portfolio": false], "\"lots\" is portfolio or account")
      ?? false
    if case .array(let entries)? = members["capacities"]?.content {
      table.capacities = entries.compactMap { capacity($0) }
    }
    table.hasOrderIDs =
      choice(members["ids"], ["orders": true, "rows": false], "\"ids\" is rows or orders") ?? false
    if case .array(let rows)? = members["facts"]?.content {
      table.facts = rows.map { patterns($0) }
    }
    if case .object(let conditions)? = members["first_row"]?.content {
      table.firstRow = self.conditions(conditions)
    }
    table.stated = stated(members["compare"])
    readMeaning(members["amounts"], &table)
    readForm(members["read"], &table, in: node)
    if let node = members["prefer"] {
      let column = node["column"]?.string ?? ""
      let wanted = node["values"].map { texts($0) } ?? []
      if column.isEmpty || wanted.isEmpty {
        fault("\"prefer\" needs a column and values", "Write both.", node)
      }
      table.preferred = (slots.slot(column), wanted)
    }
    if case .array(let rows)? = members["rows"]?.content { table.rules = rows.map { rule($0) } }
    if case .array(let joins)? = members["join"]?.content { table.joins = joins.map { join($0) } }
    checkHeader(table, node)
    return table
  }

  /// A capacity of the accounts whose rows meet some conditions.
  private mutating func capacity(_ node: JSONNode) -> RuleTable.Capacity? {
    let members = members(node, of: "the capacity", ["if", "is"])
    guard case .object(let conditions)? = members["if"]?.content,
      let capacity = word(members["is"], TaxCapacity.self)
    else {
      fault(
        "the capacity has no \"if\" or no \"is\"",
        "Write {\"if\": {\"account_name\": \"*IRA*\"}, \"is\": \"sheltered\"}.", node)
      return nil
    }
    return RuleTable.Capacity(conditions: self.conditions(conditions), capacity: capacity)
  }

  private mutating func checkHeader(_ table: RuleTable, _ node: JSONNode) {
    if table.header.isEmpty, table.firstRow.isEmpty || table.width == nil {
      fault(
        "the table has no header",
        "List the fields that its header must have; without a header "
          + "give its width and the conditions of its first_row.", node)
    }
    for slot in table.header where !table.columns.contains(where: { $0.slot == slot }) {
      fault(
        "the header needs \"\(slots.names[slot])\", but there is no such column",
        "Add it to \"columns\".", node["header"] ?? node)
    }
  }

  private mutating func columns(_ node: JSONNode) -> [RuleColumn] {
    named(node, "columns", "{\"date\": \"Date\"}").map { member in
      RuleColumn(
        slot: slots.slot(member.key), names: member.value.items.flatMap { columnNames($0) })
    }
  }

  private mutating func columnNames(_ node: JSONNode) -> [RuleColumn.Name] {
    if case .number = node.content {
      guard let number = node.stringOrNumber.flatMap({ Int($0) }), number > 0 else {
        fault("columns are numbered from 1", "Write a whole number.", node)
        return []
      }
      return [.number(number - 1)]
    }
    guard let name = text(node) else { return [] }
    return expanded(name, node).compactMap { name in
      if name.contains("{") { return pattern(name, node).map { .pattern($0) } }
      return .text(RuleTable.normalized(name))
    }
  }

  private mutating func readMeaning(_ node: JSONNode?, _ table: inout RuleTable) {
    guard let node else { return }
    let members = members(
      node, of: "\"amounts\"",
      ["sign", "mean", "costs", "other_costs", "rebates", "rest", "price", "rate"])
    if let word = text(members["other_costs"]) {
      table.amounts.mayCostsBeApart = word == "apart"
      if word != "apart" { fault("\"other_costs\" are apart", "Write it, or leave it out.", node) }
    }
    if let target = members["rate"]?["to"] {
      table.amounts.rateTarget = text(target).flatMap { Currency.unit($0)?.currency }
      if table.amounts.rateTarget == nil {
        fault("\"rate\" is to no currency", "Write {\"to\": \"CAD\"}.", target)
      }
    } else {
      table.amounts.rate = word(members["rate"])
    }
    table.amounts.price = word(members["price"]) ?? .paid
    table.amounts.rest = word(members["rest"])
    readRebates(members["rebates"], &table)
    let signs = ["cash": (true, false), "none": (false, false), "positive": (false, true)]
    if let sign = choice(members["sign"], signs, "\"sign\" is cash, none or positive") {
      (table.amounts.isSigned, table.amounts.areTradesPositive) = sign
    }
    table.amounts.isNet =
      choice(members["mean"], ["net": true, "gross": false], "\"mean\" is net or gross") ?? true
    let costs = ["positive": (false, false), "negative": (true, false), "unsigned": (false, true)]
    let message = "\"costs\" are positive, negative or unsigned"
    if let sign = choice(members["costs"], costs, message) {
      (table.amounts.areCostsNegative, table.amounts.areCostsUnsigned) = sign
    }
  }

  private mutating func readRebates(_ node: JSONNode?, _ table: inout RuleTable) {
    guard let node else { return }
    table.amounts.haveRebates = node.string == "allow"
    if node.string != "allow" {
      fault("\"rebates\" are not allowed by this", "Write \"allow\", or leave it out.", node)
    }
  }

  private mutating func readForm(_ node: JSONNode?, _ table: inout RuleTable, in owner: JSONNode) {
    guard let node else {
      if table.isSkipped == nil { faultDates(owner) }
      return
    }
    let members = members(
      node, of: "\"read\"", ["decimal", "date", "time", "order", "wrapped", "empty", "rows"])
    let marks: [String: (DecimalMark?, Bool)] = [
      "auto": (nil, false), ".": (.point, false), ",": (.comma, false), "each": (nil, true),
    ]
    let message = "\"decimal\" is \".\", \",\", each or auto"
    if let mark = choice(members["decimal"], marks, message) {
      (table.mark, table.isMixed) = mark
    }
    if let empty = members["empty"] { table.empties = texts(empty).map { Array($0.utf8) } }
    if let dates = members["date"] { table.dates = formats(dates) }
    if let times = members["time"] {
      table.times = texts(times).compactMap { DateFormat("yyyy-MM-dd_" + $0) }
    }
    table.order = word(members["order"]) ?? .automatic
    table.mayRowsBeShort =
      choice(members["rows"], ["short": true, "whole": false], "\"rows\" are whole or short")
      ?? false
    table.wrapped = text(members["wrapped"]).map { slots.slot($0) }
    if members["date"] == nil, table.isSkipped == nil { faultDates(node) }
  }

  private mutating func faultDates(_ node: JSONNode) {
    fault(
      "the table does not say how its dates are written",
      "Write \"read\": {\"date\": [\"yyyy-MM-dd\"]}.", node)
  }

  private mutating func formats(_ node: JSONNode) -> [DateFormat] {
    texts(node).compactMap { text in
      if let format = DateFormat(text) { return format }
      fault("\"\(text)\" is no way to write a date", "Write dd-MM-yyyy or the like.", node)
      return nil
    }
  }

  // MARK: Rules of rows

  private mutating func rule(_ node: JSONNode) -> RowRule {
    let members = members(
      node, of: "the rule", Self.rowKeys)
    var rule = RowRule()
    rule.text = String(
      decoding: source.bytes(node.range.lowerBound, node.range.count), as: UTF8.self)
    if case .object(let conditions)? = members["if"]?.content {
      rule.conditions = self.conditions(conditions)
    }
    rule.kind = word(members["is"]) ?? .skip
    rule.part = word(members["as"])
    rule.constants = constants(members["set"])
    rule.values = values(members["values"])
    rule.reason = text(members["why"]) ?? ""
    rule.doubt = text(members["warn"]) ?? ""
    if members["crossing_zero"]?.string == "allow" { rule.maySellShort = true }
    rule.rest = word(members["rest"])
    rule.stated = stated(members["compare"])
    rule.balance = members["balance"].flatMap { balance($0) }
    if members["is"] == nil { fault("the rule has no \"is\"", "Say what the row is.", node) }
    if members["is"]?.string == "skip" || rule.kind == .refused, rule.reason.isEmpty {
      fault(
        "a row is \(rule.kind == .refused ? "refused" : "skipped") without a reason",
        "Write it as \"why\".", node)
    }
    if rule.kind == .part, rule.part == nil {
      fault(
        "a part has no \"as\"",
        "Write fee, tax, withheld, fx, cash, removed, payout, proceeds or moved.", node)
    }
    return rule
  }

  private mutating func balance(_ node: JSONNode) -> RowBalance? {
    let text = node.string ?? ""
    if text == "restart" { return .restarts }
    guard let sign = text.first, sign == "+" || sign == "-", text.count > 1 else {
      fault(
        "\"balance\" of a rule is neither \"restart\" nor a column with a sign",
        "Write \"+amount\" or \"-amount\".", node)
      return nil
    }
    return .moves(slot: slots.slot(String(text.dropFirst())), isTakenOff: sign == "-")
  }

  private mutating func conditions(
    _ members: [JSONNode.Member]
  ) -> [(slot: Int, test: RowRule.Test)] {
    members.compactMap { member in
      let slot = slots.slot(member.key)
      return test(member.value).map { (slot, $0) }
    }
  }

  private mutating func test(_ node: JSONNode) -> RowRule.Test? {
    switch node.string {
    case "<0": return .negative
    case ">0": return .positive
    case "=0": return .zero
    case "": return .empty
    case "?*": return .present
    case nil: break
    default: return .patterns(patterns(node))
    }
    if let word = node["word"]?.string { return .word(word.lowercased()) }
    if let kind = node["is"] {
      switch text(kind) {
      case "currency": return .currency
      case "coin": return .coin
      default: fault("a value is a currency or a coin", "Write one of them.", kind)
      }
    }
    if let other = node["same"] { return text(other).map { .same(slots.slot($0)) } }
    if let inner = node["not"] { return test(inner).map { .not($0) } }
    return .patterns(patterns(node))
  }

  private mutating func join(_ node: JSONNode) -> RuleJoin {
    let members = members(node, of: "the join", ["by", "of"])
    var join = RuleJoin(fields: [])
    if let by = members["by"] { join.fields = texts(by).map { slots.slot($0) } }
    if let of = members["of"] { join.parts = Set(texts(of)) }
    if join.fields.isEmpty { fault("the join has no \"by\"", "List the fields.", node) }
    return join
  }
}

extension RuleTable {
  /// A name of a column in small letters, without blanks around it and with single blanks in it.
  static func normalized(_ name: some StringProtocol) -> String {
    name.lowercased().split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" || $0 == "\n" }
      .joined(separator: " ")
  }
}
