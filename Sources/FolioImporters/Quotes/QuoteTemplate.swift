/// A text with holes in braces: `{ticker}`, `{currency:lower}`, `{from:seconds}`, `{env:NAME}`.
struct QuoteTemplate: Sendable, Hashable {
  enum Form: String, Sendable, CaseIterable { case lower, seconds }

  enum Hole: Sendable, Hashable {
    case ticker, currency, base, from, to
    case variable(String)
  }

  private enum Part: Sendable, Hashable {
    case text(String)
    case hole(Hole, Form?)
  }

  private var parts: [Part] = []

  private static let names: [Substring: Hole] = [
    "ticker": .ticker, "currency": .currency, "base": .base, "from": .from, "to": .to,
  ]

  /// Reads a text. Two braces are one brace.
  /// - Throws: The hole that has no meaning.
  init(_ text: String) throws(QuoteFault) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<open])))
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else {
        throw QuoteFault("a brace is never closed")
      }
      let name = rest[..<close]
      rest = rest[rest.index(after: close)...]
      let words = name.split(separator: ":", maxSplits: 1)
      if words.count == 2, words[0] == "env", !words[1].contains(":") {
        parts.append(.hole(.variable(String(words[1])), nil))
      } else if let hole = words.first.flatMap({ Self.names[$0] }), words.count == 1 {
        parts.append(.hole(hole, nil))
      } else if let hole = words.first.flatMap({ Self.names[$0] }),
        let form = Form(rawValue: String(words[1])),
        form == .lower || [.from, .to].contains(hole)
      {
        parts.append(.hole(hole, form))
      } else {
        throw QuoteFault("there is no {\(name)}")
      }
    }
    parts.append(.text(String(rest)))
  }

  /// The text, if it has no holes.
  var constant: String? {
    let texts = parts.map { part -> String? in
      if case .text(let text) = part { text } else { nil }
    }
    return texts.contains(nil) ? nil : texts.compactMap { $0 }.joined()
  }

  /// The text before the first hole.
  var start: String { if case .text(let text)? = parts.first { text } else { "" } }

  /// Whether it has this hole.
  func has(_ hole: Hole) -> Bool {
    parts.contains { part in
      if case .hole(let other, _) = part { other == hole } else { false }
    }
  }

  /// The text with values in the holes.
  /// - Parameter encoded: Whether values are parts of an address.
  func filled(_ holes: QuoteHoles, encoded: Bool = false) throws(QuoteFault) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .hole(let hole, let form):
        let value = try holes.value(of: hole, form)
        text += encoded ? Self.encoded(value) : value
      }
    }
    return text
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The values of the holes of a request.
struct QuoteHoles {
  var subject: QuoteSubject
  var days: ClosedRange<Day>
  var variable: (String) -> String?

  func value(
    of hole: QuoteTemplate.Hole, _ form: QuoteTemplate.Form?
  ) throws(QuoteFault) -> String {
    let text: String
    switch hole {
    case .ticker: text = subject.ticker
    case .currency: text = try code(subject.currency, "the instrument has no currency")
    case .base: text = try code(subject.base, "the ledger has no base currency; give --base")
    case .from:
      text =
        form == .seconds
        ? "\(Int(days.lowerBound.daysSince1970) * 86_400)" : "\(days.lowerBound)"
    case .to:
      text =
        form == .seconds
        ? "\(Int(days.upperBound.daysSince1970) * 86_400 + 86_399)" : "\(days.upperBound)"
    case .variable(let name):
      guard let value = variable(name), !value.isEmpty else {
        throw QuoteFault("the variable \(name) is not set; it is the key of the source")
      }
      text = value
    }
    return form == .lower ? text.lowercased() : text
  }

  private func code(_ currency: Currency?, _ advice: String) throws(QuoteFault) -> String {
    guard let currency else { throw QuoteFault(advice) }
    return currency.code
  }
}
