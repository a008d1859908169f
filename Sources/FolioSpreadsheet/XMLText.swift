/// XML of a workbook.
enum XMLText {
  static let start = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let packages = "http://schemas.openxmlformats.org/package/2006"

  /// The most characters that a cell can hold, in UTF-16.
  static let mostUnits = 32_767

  /// A text for an element or an attribute. Characters that XML cannot have are written as
  /// `_x0007_` (ECMA-376 part 1, 22.9.2.19).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\r",
        _ where isForbidden(scalar):
        escaped += code(scalar)
      case "_" where isCode(scalars[index...]): escaped += "_x005F_"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" && scalar != "\n" || scalar.value & 0xFFFE == 0xFFFE
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "_x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_"
  }

  /// Whether a text begins like such a code, so that it would be read as a character.
  private static func isCode(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let start = Array(scalars.prefix(7))
    return start.count == 7 && start[1] == "x" && start[6] == "_"
      && start[2..<6].allSatisfy { $0.properties.isASCIIHexDigit }
  }

  /// A text that fits a cell. A longer one is cut, and ends with an ellipsis.
  static func fitting(_ text: String) -> String {
    if text.utf16.count <= mostUnits { return text }
    var (kept, count) = ("", 1)
    for character in text {
      count += character.utf16.count
      if count > mostUnits { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
