import FolioImporters
import Foundation
import Testing

@testable import FolioCLI

extension String {
  /// A document without the files, rows and hashes that its groups name. The golden files leave
  /// them out, since every change of a sample would change them.
  var withoutImportedRows: String {
    replacing(#/(, )?"file": "[^"]+", "row": \d+, "sha256": "[0-9a-f]{64}"/#, with: "")
      .replacing(", \"import\": {}", with: "")
  }
}

/// Each group of each sample names the row of the file from which it was imported.
struct ImportedRowSpecs {
  @Test(arguments: ImportSpecs.files)
  func everyGroupNamesItsRow(_ path: String) throws {
    let bytes = try SpecFiles.bytes(path)
    var run = ImportRun()
    run.read(bytes, name: "folder/export.csv")
    let groups = run.finish().contents.groups
    let lineCount = bytes.count { $0 == 0x0A } + 1
    for group in groups where group.otherColumns.contains(where: { $0.key == "import" }) {
      let row = try #require(group.importedRow, "\(group.id)")
      #expect(row.file == "export.csv" && (1...lineCount).contains(row.row))
      #expect(row.sha256.count == 64)
    }
    let hashes = Set(groups.compactMap { $0.importedRow?.sha256 })
    #expect(hashes.count == (groups.isEmpty ? 0 : 1))
  }
}
