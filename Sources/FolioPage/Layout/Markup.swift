/// HTML that is built piece by piece. Literals are markup; texts put into them are escaped.
struct Markup: ExpressibleByStringInterpolation {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(stringLiteral markup: String) { bytes = Array(markup.utf8) }

  init(stringInterpolation: Interpolation) { bytes = stringInterpolation.bytes }

  init(@MarkupBuilder _ content: () -> Markup) { self = content() }

  /// Markup whose bytes a function writes.
  static func written(_ body: (inout [UInt8]) -> Void) -> Markup {
    var markup = Markup()
    body(&markup.bytes)
    return markup
  }

  static func += (left: inout Markup, right: Markup) { left.bytes += right.bytes }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Appends a text, escaped.
    mutating func appendInterpolation(_ text: some StringProtocol) {
      HTMLText.appendEscaped(text, to: &bytes)
    }

    /// Appends the attributes of a place in a drawing.
    mutating func appendInterpolation(_ place: KeyValuePairs<String, Double>) {
      for (key, value) in place { appendLiteral(" \(key)=\"\(DrawnNumber.coordinate(value))\"") }
    }

    mutating func appendInterpolation(_ number: Int) { appendLiteral("\(number)") }

    /// Appends a text that may run from right to left.
    mutating func appendInterpolation(name: String) {
      appendLiteral("<bdi>")
      appendInterpolation(name)
      appendLiteral("</bdi>")
    }

    mutating func appendInterpolation(_ markup: Markup) { bytes += markup.bytes }

    /// Appends markup that this package has written.
    mutating func appendInterpolation(raw markup: String) { appendLiteral(markup) }
  }
}

@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ part: Markup) -> Markup { part }
  static func buildBlock(_ parts: Markup...) -> Markup { buildArray(parts) }
  static func buildArray(_ parts: [Markup]) -> Markup { parts.reduce(into: Markup()) { $0 += $1 } }
  static func buildOptional(_ part: Markup?) -> Markup { part ?? Markup() }
  static func buildEither(first part: Markup) -> Markup { part }
  static func buildEither(second part: Markup) -> Markup { part }
}

extension Markup {
  static func heading(_ text: String) -> Markup { "<h3>\(text)</h3>\n" }

  /// A remark in small print.
  static func remark(_ text: String) -> Markup { #"<p class="more">\#(text)</p>\#n"# }

  static func warning(_ text: String) -> Markup { #"<p class="warning">\#(text)</p>\#n"# }

  /// A table that scrolls by itself if the window is narrow.
  static func wide(
    _ label: String, _ style: String = "", @MarkupBuilder _ rows: () -> Markup
  ) -> Markup {
    """
    <div class="wide" role="region" tabindex="0" aria-label="\(label)">
    <table\(raw: style.isEmpty ? "" : " class=\"\(style)\"")>
    \(rows())</table>
    </div>

    """
  }

  /// Something folded under a line that says what it is.
  static func folded(_ summary: String, @MarkupBuilder _ content: () -> Markup) -> Markup {
    "<details>\n<summary>\(summary)</summary>\n\(content())</details>\n"
  }
}

extension String {
  /// The keys of columns, which have blanks between them.
  var words: [String] { split(separator: " ").map(String.init) }
}
