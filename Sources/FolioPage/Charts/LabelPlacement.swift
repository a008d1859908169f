/// Chooses labels that do not collide.
enum LabelPlacement {
  /// The size of the labels in the unit of the drawing.
  static let size = 12.0

  /// Estimates the width of a text in DejaVu Sans, the widest common font, so that labels keep
  /// apart and stay within their chart in other fonts too.
  static func width(of text: String, isBold: Bool = false) -> Double {
    let ems = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return ems * size * (isBold ? 1.12 : 1)
  }

  /// The width of a character, as a part of the size of the letters.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case " ", ".", ",", ":", ";", "'", "|", "!", "/", "i", "j", "l", "I", "J", "\u{A0}", "\u{202F}":
      0.34
    case "(", ")", "[", "]", "-", "f", "r", "t": 0.42
    case "m", "w", "M", "W", "%", "@", "…", "—": 0.98
    case "A"..."Z", "+", "−", "<", ">", "=", "&": 0.84
    default: scalar.value < 0x2E80 ? 0.64 : 1.05
    }
  }

  /// Returns the indices of the labels to show, from left to right: each that keeps a gap to the
  /// one before, and lies within the range.
  static func shown(
    _ labels: [(center: Double, text: String)], within range: ClosedRange<Double>, gap: Double = 6
  ) -> [Int] {
    var end = -Double.infinity
    return labels.indices.filter { index in
      let half = width(of: labels[index].text) / 2
      let (left, right) = (labels[index].center - half, labels[index].center + half)
      guard left >= range.lowerBound - 0.5, right <= range.upperBound + 0.5, left >= end + gap
      else { return false }
      end = right
      return true
    }
  }

  /// Moves labels apart that lie above each other, in their order, as little as possible.
  /// - Returns: the new places, at least `distance` apart and within the range if it has room.
  static func spread(
    _ places: [Double], distance: Double, within range: ClosedRange<Double>
  ) -> [Double] {
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    var moved = places
    var least = range.lowerBound
    for index in order {
      moved[index] = max(places[index], least)
      least = moved[index] + distance
    }
    var most = range.upperBound
    for index in order.reversed() {
      moved[index] = min(moved[index], most)
      most = moved[index] - distance
    }
    return moved
  }

  /// The beginning of a text that fits, with an ellipsis if something was cut.
  static func shortened(_ text: String, to room: Double, isBold: Bool = false) -> String {
    if width(of: text, isBold: isBold) <= room { return text }
    var kept = ""
    for character in text {
      if width(of: kept + String(character) + "…", isBold: isBold) > room { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
