import Foundation

/// The package as files: where it is, and what Swift there is in it.
struct SourceTree {
  let root: URL

  /// The package that this test belongs to.
  static let package = SourceTree(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent())

  /// Every Swift file of the folders, in order of their paths.
  func swiftFiles(in folders: [String]) -> [SwiftFile] {
    paths(in: folders).filter { $0.hasSuffix(".swift") }.compactMap { path in
      let url = root.appendingPathComponent(path)
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      return SwiftFile(path: path, text: text)
    }
  }

  /// Every file and folder below some folders, as a path from the root; nothing that is hidden
  /// or built.
  func paths(in folders: [String]) -> [String] {
    folders.flatMap { folder -> [String] in
      let names = children(of: folder)
      return names.flatMap { name -> [String] in
        let path = folder + "/" + name
        return isFolder(path) ? [path] + paths(in: [path]) : [path]
      }
    }
  }

  /// The names in a folder that are not hidden, in order.
  func children(of folder: String) -> [String] {
    let url = folder.isEmpty ? root : root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  func isFolder(_ path: String) -> Bool {
    let url = root.appendingPathComponent(path)
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
    return type as? FileAttributeType == .typeDirectory
  }

  func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

/// One Swift file: as it stands, its code without texts and comments, and its comments alone.
struct SwiftFile {
  let path: String
  let lines: [String]
  let code: [String]
  let comments: [String]

  init(path: String, text: String) {
    self.path = path
    let view = CodeView(text)
    lines = Self.lines(of: text)
    code = Self.lines(of: view.code)
    comments = Self.lines(of: view.comments)
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The target that the file belongs to: `FolioBooking` for `Sources/FolioBooking/...`.
  var module: String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[1]) : ""
  }
}

/// A breach of a rule, and what to do about it.
struct Finding: Hashable, CustomStringConvertible {
  var path: String
  var line: Int?
  var message: String

  var description: String { path + (line.map { ":\($0)" } ?? "") + ": " + message }
}
