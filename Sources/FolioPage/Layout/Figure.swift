/// A chart on the page: a drawing for wide windows and paper, one for narrow windows, and a table.
struct Figure {
  let id: String
  let title: String
  let description: String
  let wide: Drawing
  let narrow: Drawing

  /// Creates a figure; `nil` if there is nothing to draw.
  /// - Parameter draw: draws the chart with a width.
  init?(_ id: String, title: String, description: String, draw: (Double) -> Drawing?) {
    guard let wide = draw(Self.wideWidth), let narrow = draw(Self.narrowWidth) else { return nil }
    (self.id, self.title, self.description) = (id, title, description)
    (self.wide, self.narrow) = (wide, narrow)
  }

  /// About the widths of the text on a screen and on a phone, so that labels keep their size.
  private static let wideWidth = 800.0
  private static let narrowWidth = 340.0

  static func isNarrow(_ width: Double) -> Bool { width <= narrowWidth }

  var element: Markup {
    Markup {
      "<figure id=\"\(id)\">\n<figcaption>\(title)</figcaption>\n"
      wide.element(id: "\(id)-w", "chart w", title: title, description: description)
      narrow.element(id: "\(id)-n", "chart s", title: title, description: description)
      "</figure>\n"
    }
  }

  /// The patterns that the drawings of a page share.
  static let patterns = """
    <svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false"><defs>
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect class="hatch-back" width="6" height="6"/>\
    <rect class="hatch-line" width="2.5" height="6"/></pattern>
    <pattern id="unknown" width="8" height="8" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(-45)"><rect class="unknown-line" width="1.5" height="8"/></pattern>
    </defs></svg>

    """
}
