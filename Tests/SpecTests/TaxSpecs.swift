import Testing

/// The worked examples of the tax rules under Specs/tax, a folder for each country.
struct TaxSpecs {
  static let files = SpecFiles.paths(in: "tax", ending: ".json")

  @Test(arguments: files)
  func specHolds(_ path: String) throws {
    try SpecRun.checkAll(path)
  }

  @Test(arguments: files)
  func itsSettingsNameTheCountryOfItsFolder(_ path: String) throws {
    let spec = try SpecParser.parse(try SpecFiles.bytes(path))
    let rules = spec["ledger"]?["settings"]?["tax_rules"]?.text ?? "none"
    #expect(path.hasPrefix("tax/\(rules)/"), "\(path): its tax_rules are \(rules)")
  }

  @Test func everyFolderHasItsSpecs() {
    #expect(
      SpecFiles.counts(Self.files) == [
        "tax/at": 4, "tax/au": 4, "tax/ca": 64, "tax/de": 16, "tax/es": 4, "tax/fr": 4,
        "tax/ie": 6, "tax/in": 3, "tax/nl": 4, "tax/pl": 6, "tax/se": 5, "tax/uk": 99,
        "tax/us": 91,
      ])
  }
}
