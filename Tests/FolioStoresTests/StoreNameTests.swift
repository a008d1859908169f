import FolioStores
import Foundation
import Testing

@Suite struct StoreNameTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/folio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  private func create(_ name: String) throws {
    _ = try RecordStore.file("\(folder)/\(name)")
  }

  private func expectRefused(_ name: String) {
    #expect {
      try create(name)
    } throws: { error in
      if case .conflict(.nameOfStoreFile)? = error as? StoreFailure { true } else { false }
    }
  }

  @Test("a new store has no name of another store's files", arguments: [".1", ".cache"])
  func nameOfAFile(suffix: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try create("a")
    expectRefused("a\(suffix)")
    try create("a-b")
  }

  @Test("a new store does not overwrite a store that has the name of one of its files")
  func fileThatIsAStore() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try create("a.1")
    expectRefused("a")
    try create("b")
  }
}
