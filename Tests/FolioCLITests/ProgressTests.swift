import Folio
import Testing

@testable import FolioCLI

/// What a progress bar leaves on a terminal, by a clock of its own.
struct ProgressTests {
  /// A terminal that knows a carriage return and the erasing of the rest of a line, and a clock
  /// that stands until it is moved.
  private final class Terminal {
    var now = Duration.zero
    private(set) var writes: [String] = []
    private var cells: [Character] = []
    private var column = 0
    var line: String { String(cells) }

    func write(_ text: TerminalText) {
      writes.append(text.string)
      var rest = text.string.unicodeScalars[...]
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\r": column = 0
        case "\u{1B}":
          #expect(rest.prefix(2).map(Character.init) == ["[", "K"])
          rest = rest.dropFirst(2)
          cells.removeSubrange(min(column, cells.count)...)
        default:
          if column < cells.count {
            cells[column] = Character(scalar)
          } else {
            cells.append(Character(scalar))
          }
          column += 1
        }
      }
    }
  }

  private func bar(_ terminal: Terminal, width: Int = 80) -> ProgressBar {
    ProgressBar(width: width, clock: { terminal.now }, write: terminal.write)
  }

  @Test func `work of less than a second shows nothing`() {
    let terminal = Terminal()
    let bar = bar(terminal)
    for step in 0..<10 {
      terminal.now = .milliseconds(99 * step)
      bar.show(WorkProgress(.bytes, done: step * 1000, of: 10_000))
    }
    bar.clear()
    #expect(terminal.writes.isEmpty)
  }

  @Test func `longer work shows how far it is, how fast, and how long it takes yet`() {
    let terminal = Terminal()
    let bar = bar(terminal)
    bar.show(WorkProgress(.bytes, done: 0, of: 400_000_000))
    terminal.now = .seconds(2)
    bar.show(WorkProgress(.bytes, done: 100_000_000, of: 400_000_000))
    #expect(
      terminal.line == "Reading [#######.......................] 25%  50 MB/s  0:06 left")
    terminal.now = .seconds(4)
    bar.show(WorkProgress(.groups, done: 0, of: 3_000_000))
    #expect(terminal.line == "Booking [..............................]  0%")
    terminal.now = .seconds(5)
    bar.show(WorkProgress(.groups, done: 1_500_000, of: 3_000_000))
    #expect(
      terminal.line == "Booking [###############...............] 50%  1,500,000/s  0:01 left")
    bar.show(WorkProgress(.groups, done: 3_000_000, of: 3_000_000))
    #expect(terminal.line.isEmpty)
  }

  @Test func `the line is drawn ten times a second at most`() {
    let terminal = Terminal()
    let bar = bar(terminal)
    for step in 0...30_000 {
      terminal.now = .microseconds(step * 100)
      bar.show(WorkProgress(.groups, done: step, of: 100_000))
    }
    #expect(terminal.writes.count == 21)
  }

  @Test func `nothing is left on the line, and a line that is gone is not erased again`() {
    let terminal = Terminal()
    let bar = bar(terminal)
    terminal.now = .seconds(3)
    bar.show(WorkProgress(.portfolios, done: 7, of: 1000))
    #expect(terminal.line == "Reporting [..............................] 7 portfolios")
    bar.clear()
    #expect(terminal.line.isEmpty)
    let count = terminal.writes.count
    bar.clear()
    #expect(terminal.writes.count == count)
  }

  @Test func `a pipe has no end to be told`() {
    let terminal = Terminal()
    let bar = bar(terminal)
    bar.show(WorkProgress(.bytes, done: 0, of: nil))
    terminal.now = .seconds(2)
    bar.show(WorkProgress(.bytes, done: 3_000_000, of: nil))
    #expect(terminal.line == "Reading 3.0 MB  1.5 MB/s")
    terminal.now = .seconds(4)
    bar.show(WorkProgress(.portfolios, done: 0, of: nil))
    terminal.now = .seconds(5)
    bar.show(WorkProgress(.portfolios, done: 1234, of: nil))
    #expect(terminal.line == "Reporting 1,234 portfolios  1,234/s")
  }

  @Test(arguments: [1, 5, 12, 40, 60, 80, 200])
  func `the line fits the terminal`(_ width: Int) {
    let terminal = Terminal()
    let bar = bar(terminal, width: width)
    bar.show(WorkProgress(.bytes, done: 0, of: 9_000_000_000))
    terminal.now = .seconds(2)
    bar.show(WorkProgress(.bytes, done: 10_000_000, of: 9_000_000_000))
    #expect(terminal.line.count < width)
    #expect(width < 60 || terminal.line.hasSuffix("5.0 MB/s  29:58 left"))
  }
}
