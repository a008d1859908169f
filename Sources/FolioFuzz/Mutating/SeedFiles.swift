import Foundation

/// Finds the ledgers that are mutated.
enum SeedFiles {
  /// A larger one is left out: it costs more time than it is likely to find.
  private static let largest = 8_192

  /// The ledgers in files and folders, in the order of their paths.
  static func documents(in paths: [String]) throws -> [SeedDocument] {
    var documents: [SeedDocument] = []
    for path in paths.flatMap(files) {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      guard let document = SeedDocument(bytes).ledger, document.bytes.count <= largest else {
        continue
      }
      documents.append(document)
    }
    if documents.isEmpty { throw UsageFault("there is no ledger in \(paths)") }
    return documents
  }

  private static func files(in path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return [path] }
    let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { path + "/" + $0 }
  }
}
