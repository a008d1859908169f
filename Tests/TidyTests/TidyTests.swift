import Testing

/// Style is a test: what a reviewer would say again and again is said here, with file and line.
@Suite("The house is tidy")
struct TidyTests {
  private static let tree = SourceTree.package
  private static let files = tree.swiftFiles(in: ["Sources", "Tests", "Examples"])
  private static let layers = Layers(manifest: (try? tree.text(of: "Package.swift")) ?? "")

  private func expectNothing(_ findings: [Finding]) {
    for finding in findings { Issue.record("\(finding)") }
  }

  @Test("there is something to look at")
  func notEmpty() {
    #expect(Self.files.count > 100)
    #expect(Self.files.contains { $0.path.hasPrefix("Tests/TidyTests/") })
    #expect(Self.layers.names.first == "FolioDiagnostics")
    #expect(Self.layers.names.contains("FolioCLI"))
  }

  @Test("no file is longer than 400 lines")
  func fileLength() { expectNothing(Self.files.flatMap(LineRules.length)) }

  @Test("no line is wider than 100 columns")
  func lineWidth() { expectNothing(Self.files.flatMap(LineRules.width)) }

  @Test("no function is longer than 60 lines")
  func functionLength() { expectNothing(Self.files.flatMap(DeclarationRules.functionLengths)) }

  @Test("no switch over an enum has a default")
  func switchDefaults() { expectNothing(Self.files.flatMap(SwitchRules.defaults)) }

  @Test("nothing crashes on purpose")
  func bannedWords() { expectNothing(Self.files.flatMap(LineRules.bannedWords)) }

  @Test("no amount is zero because it is missing")
  func silentZeros() { expectNothing(Self.files.flatMap(LineRules.silentZeros)) }

  @Test("no binary floating point where there is money")
  func binaryNumbers() { expectNothing(Self.files.flatMap(LineRules.binaryNumbers)) }

  @Test("the core has no Foundation")
  func foundation() { expectNothing(Self.files.flatMap(LineRules.foundation)) }

  @Test("no note tells of work to be done")
  func unfinishedWork() { expectNothing(Self.files.flatMap(LineRules.unfinishedWork)) }

  @Test("no file knows the machine it was written on")
  func privatePaths() { expectNothing(Self.files.flatMap(LineRules.privatePaths)) }

  @Test("one place writes to a terminal")
  func terminalWrites() { expectNothing(Self.files.flatMap(LineRules.terminalWrites)) }

  @Test("everything public says what it is")
  func documentation() { expectNothing(Self.files.flatMap(DeclarationRules.documentation)) }

  @Test("layers use only what stands above them in Package.swift")
  func layers() {
    expectNothing(Self.layers.upwardDependencies())
    expectNothing(Self.files.flatMap(Self.layers.imports))
    // Importers need booking and files, not the whole library.
    #expect(Self.layers.visible(from: "FolioImporters").isDisjoint(with: ["Folio", "FolioStores"]))
  }

  @Test("no two targets and products differ only by case")
  func products() throws {
    let manifest = try Self.tree.text(of: "Package.swift")
    expectNothing(Layers.collisions(in: manifest))
    let wrong = #".library(name: "Folio", targets: []), .executable(name: "folio", targets: [])"#
    #expect(Layers.collisions(in: wrong).count == 1)
    let mixed = #".library(name: "foliosync", targets: []), layer("FolioSync"), tests(of: "folio")"#
    #expect(Layers.collisions(in: mixed).count == 1)
    #expect(Layers.collisions(in: #"layer("FolioX"), layer("folioX")"#).count == 1)
    #expect(Layers.collisions(in: #"tests(of: "A"), .testTarget(name: "aTests")"#).count == 1)
  }

  @Test("every target of Package.swift has its folder, and every folder its target")
  func folders() {
    #expect(Set(Self.tree.children(of: "Sources")) == Set(Self.layers.names))
  }

  @Test("no folder is called Utils or the like")
  func folderNames() {
    let vague: Set = ["utils", "util", "utilities", "helpers", "misc", "common"]
    for path in Self.tree.paths(in: ["Sources", "Tests", "Examples", "Specs"])
    where Self.tree.isFolder(path) {
      let name = path.split(separator: "/").last?.lowercased() ?? ""
      #expect(!vague.contains(name), "\(path): name the folder by what is in it")
    }
  }

  @Test("no two paths differ in their letters' case alone")
  func pathsDiffer() {
    var seen: [String: String] = [:]
    for path in Self.tree.paths(in: ["Sources", "Tests", "Examples", "Specs"]) {
      let other = seen.updateValue(path, forKey: path.lowercased())
      #expect(other == nil, "\(path) and \(other ?? ""): most Macs keep only one of them")
    }
    #expect(seen.count > 500)
  }

  @Test("nothing lies about at the top level")
  func topLevel() {
    let known: Set = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "Examples", "Specs", "README.md",
      "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md",
    ]
    for name in Self.tree.children(of: "") {
      #expect(known.contains(name), "\(name): move it into Sources, Tests, Examples or Specs")
    }
  }

  @Test("no folder of Specs is empty")
  func emptySpecs() {
    for path in Self.tree.paths(in: ["Specs"]) where Self.tree.isFolder(path) {
      #expect(!Self.tree.children(of: path).isEmpty, "\(path): fill the folder, or remove it")
    }
  }

  @Test("every diagnostic code has its folder under Specs/errors, and every folder its code")
  func errorSpecs() throws {
    let source = try Self.tree.text(of: "Sources/FolioDiagnostics/DiagnosticCode.swift")
    let codes = source.split(separator: "\"").map(String.init).filter { $0.matches("^[FW]\\d{3}$") }
    #expect(codes.count > 40)
    let folders = Self.tree.children(of: "Specs/errors").filter {
      Self.tree.isFolder("Specs/errors/" + $0)
    }
    for code in codes where !folders.contains(code) {
      Issue.record("Specs/errors/\(code): add a ledger that shows it, and its golden text")
    }
    for folder in folders where !codes.contains(folder) {
      Issue.record("Specs/errors/\(folder): no such code; remove the folder or name its code")
    }
  }
}
