import Foundation
import Testing

/// The built program as the worker of a program that writes a line and waits for its report.
struct IdleInputSpecs {
  private static let flags = ["cash", "--each", "line", "-f", "json", "--faults", "inline", "-q"]

  /// Sends the lines of a file, each after the answer to the one before it.
  private static let conversation = """
    mkfifo to from
    "$@" <to >from &
    worker=$!
    (sleep 60; kill $worker) >/dev/null 2>&1 &
    guard=$!
    exec 5>to 6<from
    while IFS= read -r line; do
      printf '%s\\n' "$line" >&5
      IFS= read -r answer <&6 || break
      printf '%s\\n' "$answer"
    done <lines
    exec 5>&-
    wait $worker
    status=$?
    kill $guard
    exit $status
    """

  @Test(arguments: ["1", "2", "5"])
  func theReportOfALineComesBeforeTheNextLine(_ jobs: String) throws {
    let program = try Program()
    var lines = (1...20).map {
      "{\"portfolio\": \($0), \"ledger\": {\"settings\": {\"base_currency\": \"USD\"}}}"
    }
    lines[6] = "{]"
    try program.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let words = Self.flags + ["--jobs", jobs, "-"]
    let answer = try program.run(words.map { Array($0.utf8) }, shell: Self.conversation)
    #expect(answer.status == 0, "\(answer.message)")
    let found = answer.text.split(separator: "\n")
    #expect(found.count == 20)
    for (number, line) in found.enumerated() {
      let name = number == 6 ? "-:7" : "\(number + 1)"
      let content = number == 6 ? "faults" : "report"
      #expect(line.hasPrefix("{\"portfolio\": \"\(name)\", \"\(content)\": "), "\(line)")
    }
  }

  @Test func aWorkerThatFailsSaysSo() throws {
    let program = try Program()
    try program.write("{}\n", to: "l.ndjson")
    let flags = "\"$@\" --each line -f json --faults inline -q"
    #expect(try program.run("cash", shell: "\(flags) l.ndjson").status == 0)
    #expect(try program.run("cash", shell: "\(flags) none.ndjson").status == 3)
    #expect(try program.run("cash", shell: "\(flags) --jobs none l.ndjson").status == 2)
    if FileManager.default.fileExists(atPath: "/dev/full") {
      #expect(try program.run("cash", shell: "\(flags) l.ndjson >/dev/full").status == 3)
    }
  }
}
