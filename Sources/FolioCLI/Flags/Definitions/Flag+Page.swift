extension Flag {
  /// The flags of the page with all reports.
  static let page: [Flag] = [
    Flag(
      "redact", .none(\.isRedacted), .output, [.page],
      "show percentages alone",
      details: "No amount, quantity, price, account or path is in the file."),
    Flag(
      "title", .text("TEXT", \.title), .output, [.page], "the heading of the page",
      details: "Default: 'Portfolio report'.", example: "Savings"),
  ]
}
