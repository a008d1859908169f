import FolioModel

// What reports must know of each country's rules.
extension TaxRules {
  /// Whether a gain is of short or of long term.
  var tellsTerms: Bool { self == .us }

  /// What a row says whose loss is deferred; nil where no loss ever is.
  var deferralRule: String? {
    switch self {
    case .none, .uk: nil
    case .us: "wash_sale"
    case .ca: "superficial_loss"
    }
  }
}
