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
    let ends = [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)]
    let attributes = ends.map { "\($0)=\"\(Self.number($1))\"" }.joined(separator: " ")
    markup.add("<line class=\"\(style)\" \(attributes)/>\n")
  }

  /// Adds a rectangle. Negative sizes extend to the left and upwards.
  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String,
    title: String = ""
  ) {
    let numbers = [min(x, x + width), min(y, y + height), width.magnitude, height.magnitude]
    let attributes = zip(["x", "y", "width", "height"], numbers)
      .map { "\($0)=\"\(Self.number($1))\"" }.joined(separator: " ")
    markup.add("<rect class=\"\(style)\" \(attributes)")
    if title.isEmpty { return markup.add("/>\n") }
    markup.add("><title>")
    markup.add(text: title)
    markup.add("</title></rect>\n")
  }

  /// Adds a text. `style` also places it: `m` for middle, `e` for end.
  mutating func text(_ x: Double, _ y: Double, _ text: String, _ style: String = "") {
    let attribute = style.isEmpty ? "" : " class=\"\(style)\""
    markup.add("<text\(attribute) x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">")
    markup.add(text: text)
    markup.add("</text>\n")
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) {
    let (x, y, radius) = (Self.number(x), Self.number(y), Self.number(radius))
    markup.add("<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>\n")
  }

  /// Adds a path through points.
  mutating func path(_ points: [(x: Double, y: Double)], isClosed: Bool = false, _ style: String) {
    guard points.count > 1 else { return }
    let words = points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }
    let end = isClosed ? "Z" : ""
    markup.add("<path class=\"\(style)\" d=\"M\(words.joined(separator: "L"))\(end)\"/>\n")
  }

  /// The drawing as an element.
  /// - Parameters:
  ///   - id: the id of its title, unique on the page.
  ///   - style: the class of the element.
  func element(id: String, _ style: String, title: String, description: String) -> Markup {
    var svg = Markup()
    let (width, height) = (Self.number(width), Self.number(height))
    svg.add("<svg class=\"\(style)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" ")
    svg.add("aria-labelledby=\"\(id)-t \(id)-d\">\n<title id=\"\(id)-t\">")
    svg.add(text: title)
    svg.add("</title>\n<desc id=\"\(id)-d\">")
    svg.add(text: description)
    svg.add("</desc>\n")
    svg.add(markup)
    svg.add("</svg>\n")
    return svg
  }
}
