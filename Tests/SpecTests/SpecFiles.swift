import Foundation

/// The files under Specs, found from the place of this source file.
enum SpecFiles {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Specs")

  static let examples = folder.deletingLastPathComponent().appendingPathComponent("Examples")

  /// The paths below a folder of Specs of all files with an ending, in order of their names.
  static func paths(in name: String, ending: String) -> [String] {
    let root = folder.appendingPathComponent(name)
    let all = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(ending) }.map { "\(name)/\($0)" }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// How many of the paths are in each folder.
  static func counts(_ paths: [String]) -> [String: Int] {
    Dictionary(grouping: paths) { $0.split(separator: "/").dropLast().joined(separator: "/") }
      .mapValues(\.count)
  }
}
