import Testing

/// The rules themselves, on small texts with something wrong in them.
@Suite("The rules find what they look for, and nothing else")
struct RuleTests {
  private func file(_ text: String, _ path: String = "Sources/FolioModel/A.swift") -> SwiftFile {
    SwiftFile(path: path, text: text)
  }

  private func lines(_ findings: [Finding]) -> [Int?] { findings.map(\.line) }

  @Test("texts and comments are no code, what stands inside of a text is")
  func codeView() {
    let text = """
      let a = "x // y" // one
      let b = #"raw "quoted" \\(no)"# /* two /* nested */ */ + c
      let d = "\\(call("inner", e)) tail"
      let f = \"""
        many "lines"
        \"""
      """
    let view = CodeView(text)
    #expect(!view.code.contains("x // y") && !view.code.contains("quoted"))
    #expect(!view.code.contains("inner") && !view.code.contains("many"))
    #expect(view.code.contains("(call(") && view.code.contains(", e))"))
    #expect(view.code.contains("+ c"))
    #expect(view.comments.contains("// one") && view.comments.contains("nested"))
    #expect(view.code.filter { $0 == "\n" }.count == text.filter { $0 == "\n" }.count)
  }

  @Test("a forced unwrap is found; a negation, a comparison and a text are not")
  func forcedUnwraps() {
    let text = """
      let a = b!
      let c = d()!.e
      let f = g[0]!
      let h = try! i()
      let j = k as! L
      if !m, n != o, p!=q { print("really!", !r) }
      // never!
      fatalError("no")
      """
    #expect(Set(lines(LineRules.bannedWords(file(text)))) == [1, 2, 3, 4, 5, 8])
  }

  @Test("lengths and widths are counted as they are shown")
  func sizes() {
    let long = file(String(repeating: "a\n", count: 401))
    #expect(LineRules.length(long).count == 1)
    #expect(LineRules.length(file(String(repeating: "a\n", count: 400))).isEmpty)
    let wide = String(repeating: "é", count: 100)
    #expect(LineRules.width(file(wide)).isEmpty)
    #expect(lines(LineRules.width(file("a\n" + wide + "x"))) == [2])
  }

  @Test("a function is as long as its braces are apart")
  func functionLengths() {
    let body = String(repeating: "  call { $0 }\n", count: 59)
    let text = """
      protocol P { func required() ; init(a: Int) }
      struct S {
        func long(_ a: () -> Void = { }) {
      \(body)  }
        init() { self.init(b: 1) }
        func short() { }
      }
      """
    let functions = FunctionFinder(file(text)).functions
    #expect(functions.map(\.start) == [3, 64, 65])
    #expect(functions.map(\.lines) == [61, 1, 1])
    #expect(lines(DeclarationRules.functionLengths(file(text))) == [3])
  }

  @Test("a default beside the cases of an enum is found; beside numbers and texts it is not")
  func switchDefaults() {
    let text = """
      switch a {
      case .one: 1
      default: 2
      }
      switch b {
      case 0..<3, UInt8(ascii: "a"), Column.symbol.bit: 1
      case "x" where c == .one: 2
      default: 3
      }
      switch (a, b) {
      case (let c?, .two): counts[c, default: 0]
      default: 3
      }
      switch d {
      case 1:
        if case .one = a, case .two = b { e() }
        switch a {
        case .one,
          .two: f { $0 }
        default: g()
        }
      default: h()
      }
      switch a { case .one: 1; case .two: counts[a, default: 0] }
      """
    #expect(lines(SwitchRules.defaults(file(text))) == [3, 20])
    #expect(SwitchRules.defaults(file(text, "Tests/X/A.swift")).isEmpty)
  }

  @Test("what is public has a doc comment above it, past its attributes")
  func documentation() {
    let text = """
      /// Said.
      public struct A {
        /// Said.
        @inlinable
        public init() {}
        public var b: Int
        @inlinable public func c() {}
        // Not a doc comment.
        public static let d = 1
        public internal(set) var e = 2
        /// Said.
        @inlinable public static func f() {}
      }
      public extension A {}
      """
    #expect(lines(DeclarationRules.documentation(file(text))) == [6, 7, 9, 10])
    #expect(DeclarationRules.documentation(file(text, "Tests/X/A.swift")).isEmpty)
  }

  @Test("binary numbers and Foundation are banned where they must not be")
  func modules() {
    let text = "import Foundation\nlet a: Double = 1 // Float\nimport FoundationEssentials"
    #expect(lines(LineRules.binaryNumbers(file(text))) == [2])
    #expect(lines(LineRules.foundation(file(text))) == [1, 3])
    #expect(LineRules.foundation(file(text, "Sources/FolioCLI/A.swift")).isEmpty)
    #expect(LineRules.binaryNumbers(file(text, "Sources/FolioBench/A.swift")).isEmpty)
  }

  @Test("only one file of the command writes to standard output and standard error")
  func terminalWrites() {
    let text = """
      print("a")
      printer.print(a)
      func print(_ a: A) {}
      unsafe write(1, a, b)
      fputs(a, stderr)
      FileHandle.standardError.write(a)
      let b = "stdout" // stdout
      channel.write(a)
      """
    let path = "Sources/FolioCLI/Commands/A.swift"
    #expect(lines(LineRules.terminalWrites(file(text, path))) == [1, 4, 5, 6])
    #expect(LineRules.terminalWrites(file(text, "Sources/FolioCLI/OutputDescriptor.swift")).isEmpty)
    #expect(LineRules.terminalWrites(file(text)).isEmpty)
  }

  @Test("notes of unfinished work are found in comments")
  func unfinishedWork() {
    let note = "// TO" + "DO: later\nlet a = \"TO" + "DO\""
    #expect(lines(LineRules.unfinishedWork(file(note))) == [1])
  }

  @Test("imports and dependencies point one way")
  func layers() {
    let layers = Layers(
      manifest: """
        layer("Low"),
        layer("Middle", on: ["Low"]),
        layer("High", on: ["Middle", "Top"]),
        .executableTarget(name: "Top", dependencies: ["High"], swiftSettings: strict),
        """)
    #expect(layers.names == ["Low", "Middle", "High", "Top"])
    #expect(layers.visible(from: "Top") == ["Low", "Middle", "High", "Top"])
    #expect(layers.upwardDependencies().count == 1)
    let imports = "import High\nimport Low\nimport Swift\n@testable import struct Top.A"
    #expect(lines(layers.imports(of: file(imports, "Sources/Middle/A.swift"))) == [1, 2, 4])
    #expect(lines(layers.imports(of: file(imports, "Sources/Middle/Middle.swift"))) == [1, 4])
  }
}
