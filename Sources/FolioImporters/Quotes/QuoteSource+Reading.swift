extension QuoteSource {
  /// Reads a source file.
  /// - Throws: All faults of the file.
  public init(reading bytes: [UInt8], name: String) throws(LedgerFaults) {
    var reader = RuleReader(source: SourceFile(name: name, contents: bytes))
    let root: JSONNode
    do throws(Diagnostic) {
      root = try JSONNode.parse(bytes)
    } catch {
      throw LedgerFaults([error], sources: [reader.source])
    }
    let members = reader.members(root, of: "the file", RuleReader.sourceKeys)
    if members["format"]?.string != "folio-source/1" {
      reader.fault(
        "the file has not the format \"folio-source/1\"",
        "Write \"format\": \"folio-source/1\".", root)
    }
    let own = reader.text(members["name"]) ?? ""
    if own.isEmpty || own.contains(where: { "/=,\"".contains($0) || $0.isWhitespace }) {
      reader.fault(
        "the file has no name, or one with a blank or one of /=,\"",
        "Write \"name\": \"my-source\".", root)
    }
    let kind: Kind? = reader.word(members["gives"])
    if kind == nil {
      reader.fault("the source gives nothing", "Write \"gives\": \"prices\".", root)
    }
    let pair = reader.pair(members["rate"], kind, root)
    let request = reader.request(members["request"], root)
    let answer = reader.answer(members["answer"], root)
    if kind == .rates, answer?.currency != nil || answer?.splits != nil,
      let node = members["answer"]
    {
      reader.fault("rates have no currency and no splits", "Leave them out.", node)
    }
    guard reader.faults.isEmpty, let kind, let request, let answer, let pair else {
      throw LedgerFaults(reader.faults, sources: [reader.source])
    }
    self.init(
      name: own, title: members["title"]?.string ?? own,
      description: members["description"]?.string ?? "", kind: kind, bytes: bytes,
      request: request, answer: answer, from: pair.from, to: pair.to)
  }
}

extension RuleReader {
  static let sourceKeys = [
    "format", "name", "title", "description", "gives", "rate", "request", "answer", "$schema",
  ]
  static let requestKeys = [
    "address", "headers", "command", "days", "reach", "pause", "empty",
  ]
  static let answerKeys = [
    "form", "rows", "needs", "day", "day_form", "day_offset", "value", "currency", "error",
    "digits",
    "splits", "decimal", "units",
  ]

  fileprivate mutating func template(_ node: JSONNode?) -> QuoteTemplate? {
    guard let node, let text = text(node) else { return nil }
    do throws(QuoteFault) { return try QuoteTemplate(text) } catch {
      fault(
        error.reason,
        "Write {ticker}, {currency}, {base}, {from}, {to} or {env:NAME}; {currency:lower} and "
          + "{from:seconds} are other forms.", node)
      return nil
    }
  }

  /// The currencies of rates.
  fileprivate mutating func pair(
    _ node: JSONNode?, _ kind: QuoteSource.Kind?, _ root: JSONNode
  ) -> (from: QuoteTemplate, to: QuoteTemplate)? {
    guard kind == .rates else {
      if let node { fault("only rates have two currencies", "Leave \"rate\" out.", node) }
      return template(of: "").map { ($0, $0) }
    }
    let advice = "Write \"rate\": {\"from\": \"EUR\", \"to\": \"{currency}\"}."
    guard let node else {
      fault("the source does not say what its rates are", advice, root)
      return nil
    }
    let members = members(node, of: "\"rate\"", ["from", "to"])
    guard let from = template(members["from"]), let to = template(members["to"]) else {
      fault("\"rate\" needs \"from\" and \"to\"", advice, node)
      return nil
    }
    guard from.has(.currency) != to.has(.currency) else {
      fault("one of the two has to be {currency}", advice, node)
      return nil
    }
    return (from, to)
  }

  private func template(of text: String) -> QuoteTemplate? { try? QuoteTemplate(text) }

  fileprivate mutating func request(_ node: JSONNode?, _ root: JSONNode) -> QuoteRequestForm? {
    guard let node else {
      fault("the source has no request", "Write \"request\": {\"address\": \"https://…\"}.", root)
      return nil
    }
    let members = members(node, of: "\"request\"", Self.requestKeys)
    var target: QuoteRequestForm.Target?
    if let command = members["command"] {
      let words = command.items.compactMap { template($0) }
      if words.isEmpty || members["address"] != nil || members["headers"] != nil {
        fault(
          "a command is a list of words, and has no address",
          "Write \"command\": [\"program\", \"{ticker}\", \"{from}\", \"{to}\"].", command)
      }
      target = .command(words)
    } else if let address = template(members["address"]) {
      let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"]
      if !(["https://"] + local).contains(where: address.start.hasPrefix),
        let node = members["address"]
      {
        fault(
          "the address does not begin with https://",
          "Encryption keeps the answer and your key as they are. http:// is for this machine.",
          node)
      }
      let headers = named(members["headers"], "headers", "{\"Authorization\": \"Token {env:KEY}\"}")
      target = .address(
        address,
        headers: headers.compactMap { member in
          template(member.value).map { (member.key, $0) }
        })
    } else {
      fault("\"request\" needs an address or a command", "Write \"address\".", node)
    }
    return target.map {
      QuoteRequestForm(
        target: $0, days: count(members["days"]), reach: count(members["reach"]),
        pause: count(members["pause"]) ?? 0,
        emptyStatuses: Set((members["empty"]?.items ?? []).compactMap { count($0) }))
    }
  }

  private mutating func count(_ node: JSONNode?) -> Int? {
    guard let node else { return nil }
    if let number = node.stringOrNumber.flatMap({ Int($0) }), number > 0 { return number }
    fault("this is no whole number above zero", "Write a number such as 365.", node)
    return nil
  }

  fileprivate mutating func answer(_ node: JSONNode?, _ root: JSONNode) -> QuoteAnswerForm? {
    guard let node else {
      fault("the source does not say how to read answers", "Write \"answer\".", root)
      return nil
    }
    let members = members(node, of: "\"answer\"", Self.answerKeys)
    guard let form: QuoteAnswerForm.Form = word(members["form"]), let day = path(members["day"]),
      let value = path(members["value"])
    else {
      fault(
        "\"answer\" needs \"form\", \"day\" and \"value\"",
        "Write {\"form\": \"json\", \"rows\": \"/prices/*\", \"day\": \"date\", "
          + "\"value\": \"close\"}.", node)
      return nil
    }
    var answer = QuoteAnswerForm(form: form, day: day, value: value)
    if let rows = path(members["rows"]) { answer.rows = rows }
    answer.needed = path(members["needs"]) ?? answer.rows.beforeRows
    if form == .json, !answer.rows.isAbsolute {
      fault("\"rows\" does not begin with a slash", "Write \"/prices/*\".", node)
    }
    answer.dayForm = dayForm(members["day_form"])
    answer.offset = path(members["day_offset"])
    answer.currency = currency(members["currency"])
    answer.errors = (members["error"]?.items ?? []).compactMap { path($0) }
    answer.digits = count(members["digits"])
    if let units = members["units"], let number = count(units) {
      answer.units = number
      if !"\(number)".dropFirst().allSatisfy({ $0 == "0" }) || !"\(number)".hasPrefix("1") {
        fault("values are for 1, 10, 100, 1000 … units", "Write one of these.", units)
      }
    }
    answer.splits = splits(members["splits"], answer.digits)
    if let mark = text(members["decimal"]) {
      answer.mark = mark == "," ? .comma : .point
      if mark != ",", mark != "." { fault("the mark is . or ,", "Write \".\" or \",\".", node) }
    }
    return answer
  }

  private mutating func path(_ node: JSONNode?) -> JSONPath? { text(node).map { JSONPath($0) } }

  private mutating func dayForm(_ node: JSONNode?) -> QuoteAnswerForm.DayForm {
    switch text(node) {
    case nil, "iso": return .iso
    case "seconds": return .seconds
    case "milliseconds": return .milliseconds
    case let written?:
      if let format = DateFormat(written) { return .written(format) }
      if let node { fault("this is no form of days", "Write \"dd.MM.yyyy\" or \"seconds\".", node) }
      return .iso
    }
  }

  private mutating func currency(_ node: JSONNode?) -> QuoteAnswerForm.PriceCurrency? {
    guard let node else { return nil }
    if let value = node["value"] { return template(value).map { .template($0) } }
    return path(node).map { .path($0) }
  }

  private mutating func splits(
    _ node: JSONNode?, _ digits: Int?
  ) -> QuoteAnswerForm.Splits? {
    guard let node else { return nil }
    let members = members(node, of: "\"splits\"", ["rows", "day", "new", "old"])
    guard let rows = path(members["rows"]), let day = path(members["day"]),
      let new = path(members["new"]), let old = path(members["old"]), digits != nil
    else {
      fault(
        "\"splits\" needs \"rows\", \"day\", \"new\" and \"old\", and the answer \"digits\"",
        "A restored price may not end, so say how many digits mean something.", node)
      return nil
    }
    return QuoteAnswerForm.Splits(rows: rows, day: day, new: new, old: old)
  }
}
