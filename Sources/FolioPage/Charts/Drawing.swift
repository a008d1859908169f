/// An SVG drawing. All coordinates are in its own unit, which is about one pixel.
struct Drawing {
  let width: Double
  let height: Double
  private var markup = Markup()

  init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  private static func number(_ value: Double) -> String { DrawnNumber.coordinate(value) }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) {
    markup += "<line class=\"\(style)\"\(["x1": x1, "y1": y1, "x2": x2, "y2": y2])/>\n"
  }

  /// Adds a rectangle. Negative sizes extend to the left and upwards.
  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String,
    title: String = ""
  ) {
    let (x, y) = (min(x, x + width), min(y, y + height))
    let size: KeyValuePairs = ["width": width.magnitude, "height": height.magnitude]
    markup += "<rect class=\"\(style)\"\(["x": x, "y": y])\(size)"
    markup += title.isEmpty ? "/>\n" : "><title>\(title)</title></rect>\n"
  }

  /// Adds a text. `style` also places it: `m` for middle, `e` for end.
  mutating func text(_ x: Double, _ y: Double, _ text: String, _ style: String = "") {
    let attribute = style.isEmpty ? "" : " class=\"\(style)\""
    markup += "<text\(raw: attribute)\(["x": x, "y": y])>\(text)</text>\n"
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) {
    markup += "<circle class=\"\(style)\"\(["cx": x, "cy": y, "r": radius])/>\n"
  }

  /// Adds a path through points.
  mutating func path(_ points: [(x: Double, y: Double)], isClosed: Bool = false, _ style: String) {
    guard points.count > 1 else { return }
    let words = points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }
    let end = isClosed ? "Z" : ""
    markup += "<path class=\"\(style)\" d=\"M\(words.joined(separator: "L"))\(end)\"/>\n"
  }

  /// The drawing as an element.
  /// - Parameters:
  ///   - id: the id of its title, unique on the page.
  ///   - style: the class of the element.
  func element(id: String, _ style: String, title: String, description: String) -> Markup {
    let (width, height) = (Self.number(width), Self.number(height))
    return """
      <svg class="\(style)" viewBox="0 0 \(width) \(height)" role="img" \
      aria-labelledby="\(id)-t \(id)-d">
      <title id="\(id)-t">\(title)</title>
      <desc id="\(id)-d">\(description)</desc>
      \(markup)</svg>

      """
  }
}
