// The tools that look at the rows of a ledger.
extension MCPTool {
  /// What a ledger has: its days, symbols and accounts.
  static var about: MCPTool {
    MCPTool(
      "ledger", title: "About a ledger",
      """
      The base currency, the tax rules, the first and the last day, the number of groups, and the \
      symbols and accounts of a ledger. Call it first, to know the names that other tools take.
      """, [],
      output: """
        {"type": "object", "properties": {"ledger": {"type": "string"}, \
        "base_currency": {"type": ["string", "null"]}, "tax_rules": {"type": "string"}, \
        "first_day": {"type": ["string", "null"]}, "last_day": {"type": ["string", "null"]}, \
        "groups": {"type": "integer"}, "symbols": {"type": "array", "items": {"type": "object"}}, \
        "cash_accounts": {"type": "array", "items": {"type": "object"}}, \
        "securities_accounts": {"type": "array", "items": {"type": "string"}}}, \
        "required": ["ledger", "groups", "symbols", "cash_accounts", "securities_accounts"]}
        """
    ) { call in
      let source = try call.ledger()
      return try call.about(try source.ledger(), source)
    }
  }

  /// All faults and warnings of a ledger.
  static var check: MCPTool {
    MCPTool(
      "check", title: "Check a ledger",
      "Reads, checks and books the ledger, and lists its faults and warnings with their lines.",
      [], output: diagnosticsSchema(#""is_sound": {"type": "boolean"}"#, "is_sound")
    ) { call in
      let source = try call.ledger()
      let found = LedgerCheck(of: try source.read().finish()).diagnostics()
      return JSONText.object { json in
        json.text("ledger", source.name)
        json.json("is_sound".utf8, "\(found.errors.isEmpty)".utf8)
        json.diagnostics(found)
      }
    }
  }

  /// Checks a group that a person may then add.
  static var proposal: MCPTool {
    MCPTool(
      "propose_group", title: "Propose a transaction",
      """
      Checks a transaction group as if it were added to the ledger, and returns its row and what \
      is wrong with it. It never writes: a person has to add the row, for example with \
      'folio add STORE FILE'. The group has the keys of the ledger format: id, occurred_at, \
      group_type, status, notes, stock_transactions, cash_transactions. Numbers are texts.
      """,
      [MCPParameter("group", .object, isRequired: true, "The row of the transaction group.")],
      output: diagnosticsSchema(
        #""is_accepted": {"type": "boolean"}, "row": {"type": ["string", "null"]}"#, "is_accepted",
        "row")
    ) { call in try call.propose(call.ledger()) }
  }

  private static func diagnosticsSchema(_ own: String, _ required: String...) -> String {
    let list = """
      {"type": "array", "items": {"type": "object", "properties": {"code": {"type": "string"}, \
      "message": {"type": "string"}, "help": {"type": "string"}, \
      "file": {"type": ["string", "null"]}, "line": {"type": ["integer", "null"]}, \
      "column": {"type": ["integer", "null"]}}, \
      "required": ["code", "message", "help", "file", "line", "column"]}}
      """
    let names = (["ledger", "faults", "warnings", "omitted"] + required).map { "\"\($0)\"" }
    return """
      {"type": "object", "properties": {"ledger": {"type": "string"}, \(own), "faults": \(list), \
      "warnings": \(list), "omitted": {"type": "integer"}}, \
      "required": [\(names.joined(separator: ", "))]}
      """
  }
}

extension MCPCall {
  fileprivate func about(_ ledger: Ledger, _ source: MCPLedger) throws -> [UInt8] {
    let tables = ledger.tables
    return JSONText.object { json in
      json.text("ledger", source.name)
      json.optionalText("base_currency", tables.settings.baseCurrency?.code)
      json.text("tax_rules", (tables.settings.taxRules ?? .none).rawValue.utf8)
      let first = ledger.rows.groups.lazy.filter(\.counts).map { ledger.tradeDay(of: $0) }.min()
      json.optionalText("first_day", first?.description)
      json.optionalText("last_day", ledger.lastDay?.description)
      json.json("groups".utf8, "\(tables.groups.count)".utf8)
      json.array("symbols", tables.instruments) { row, json in
        json.text("symbol", tables.text(row.symbol).utf8)
        json.text("name", row.name)
        json.optionalText("currency", row.currency.map { tables.currencies[$0].code })
      }
      json.array("cash_accounts", tables.cashAccounts) { row, json in
        json.text("id", tables.text(row.id).utf8)
        json.text("name", row.name)
        json.text("currency", tables.currencies[row.currency].code.utf8)
      }
      let securities = tables.securitiesAccounts.all.map { tables.text($0) }
      json.list("securities_accounts", securities.filter { !$0.isEmpty })
    }
  }

  fileprivate func propose(_ source: MCPLedger) throws -> [UInt8] {
    var reader = try source.read()
    let before = LedgerCheck(of: reader.finish())
    let known = Set(before.diagnostics().diagnostics.map(\.identity))
    let group: LedgerGroup
    do throws(LedgerFaults) {
      group = try LedgerGroup(row: json("group") ?? [], name: Self.proposalName)
    } catch {
      if error.errors.first?.code == .notALedger {
        throw MCPToolFailure(
          "The object is not the row of one group: give its id, occurred_at and legs.")
      }
      return answer(source, nil, error)
    }
    let tables = before.validPart.tables
    if tables.groups.contains(where: { tables.text($0.id) == group.id }) {
      throw MCPToolFailure("The ledger has a group '\(group.id)' already: choose another id.")
    }
    reader.read(group.row, name: Self.proposalName)
    var found = LedgerCheck(of: reader.finish()).diagnostics()
    found.diagnostics.removeAll { known.contains($0.identity) && $0.severity == .warning }
    return answer(source, group, found)
  }

  private static let proposalName = "proposal"

  private func answer(
    _ source: MCPLedger, _ group: LedgerGroup?, _ found: LedgerFaults
  ) -> [UInt8] {
    JSONText.object { json in
      json.text("ledger", source.name)
      json.json("is_accepted".utf8, "\(found.errors.isEmpty && group != nil)".utf8)
      json.optionalText("row", group.map { String(decoding: $0.row, as: UTF8.self) })
      json.diagnostics(found)
    }
  }
}

extension Diagnostic {
  /// What makes it the same finding in two checks.
  fileprivate var identity: [String] {
    [code.rawValue, message, "\(position.file)", "\(position.offset)"]
  }
}

extension JSONText {
  fileprivate mutating func diagnostics(_ found: LedgerFaults) {
    let limit = 200
    let locator = SourceLocator(found.sources)
    for (key, list) in [("faults", found.errors), ("warnings", found.warnings)] {
      array(key, locator.locate(Array(list.prefix(limit)))) { finding, json in
        let (diagnostic, place) = finding
        json.text("code", diagnostic.code.rawValue)
        json.text("message", diagnostic.message)
        json.text("help", diagnostic.help)
        json.optionalText("file", place?.file)
        json.json("line".utf8, (place?.line.map { "\($0)" } ?? "null").utf8)
        json.json("column".utf8, (place?.column.map { "\($0)" } ?? "null").utf8)
      }
    }
    let omitted = max(0, found.errors.count - limit) + max(0, found.warnings.count - limit)
    json("omitted".utf8, "\(omitted)".utf8)
  }
}
