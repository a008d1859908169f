import Foundation
import Testing

/// Files that the built program imports from a pipe, which has its content once.
struct ImportedPipeSpecs {
  @Test(arguments: [[], ["revolut"]])
  func aPipeIsReadOnce(_ format: [String]) throws {
    let program = try Program()
    let export = String(decoding: try SpecFiles.bytes("import/revolut/refunds.csv"), as: UTF8.self)
    try program.write(export, to: "export.csv")
    let words = ["import"] + format
    let shell = "cat export.csv | \"$@\" /dev/stdin"
    let answer = try program.run(words.map { Array($0.utf8) }, shell: shell)
    #expect(answer.status == 0, "\(answer.message)")
    #expect(answer.message.contains("rows: 3 read, 3 booked"), "\(answer.message)")
  }
}
