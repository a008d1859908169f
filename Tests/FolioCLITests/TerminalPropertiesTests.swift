import FolioReports
import Testing

@testable import FolioCLI

struct TerminalPropertiesTests {
  private static let terminal = TerminalProperties(
    isTerminal: true, driverColumns: 132, term: "xterm")

  @Test func `colour is for terminals that show it, unless one says otherwise`() {
    let pipe = TerminalProperties(term: "xterm")
    var noColor = Self.terminal
    noColor.noColor = "1"
    var empty = Self.terminal
    empty.noColor = ""
    var dumb = Self.terminal
    dumb.term = "dumb"
    let rows: [(TerminalProperties, ColorChoice, Bool)] = [
      (Self.terminal, .auto, true), (pipe, .auto, false), (noColor, .auto, false),
      (empty, .auto, true), (dumb, .auto, false), (Self.terminal, .never, false),
      (pipe, .always, true), (noColor, .always, true), (dumb, .always, true),
    ]
    for (facts, choice, expected) in rows {
      #expect(facts.usesColor(choice) == expected, "\(facts) \(choice)")
    }
  }

  @Test(
    arguments: [
      (nil, 132, 132), ("100", 132, 100), ("0", 132, 132), ("wide", 132, 132), ("-5", nil, 80),
      (nil, 0, 80), (nil, nil, 80),
    ] as [(String?, Int?, Int)])
  func `the width comes from COLUMNS, the driver, or is 80`(
    columns: String?, driver: Int?, width: Int
  ) {
    let facts = TerminalProperties(isTerminal: true, driverColumns: driver, columns: columns)
    #expect(facts.width == width)
  }

  @Test func `a pipe has no width`() {
    #expect(TerminalProperties(driverColumns: 132, columns: "100").width == nil)
  }

  @Test func `a report is rendered for its place`() {
    #expect(
      Self.terminal.renderingOptions(color: .auto)
        == RenderingOptions(width: 132, color: true, isTerminal: true))
    #expect(Self.terminal.renderingOptions(color: .auto, toFile: true) == RenderingOptions())
    #expect(
      Self.terminal.renderingOptions(color: .always, toFile: true)
        == RenderingOptions(color: true))
  }

  @Test func `the system can be asked`() {
    let facts = TerminalProperties.standardOutput()
    #expect(facts.isTerminal || facts.driverColumns == nil)
  }
}
