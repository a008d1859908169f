import FolioModel

// Differences between tax rules that affect reports.
extension TaxRules {
  /// Whether gains are divided into short term and long term.
  package var hasHoldingTerms: Bool { self == .us }

  /// The rule shown in the row of a deferred loss, or `nil` if losses are never deferred.
  package var deferralRule: String? {
    switch self {
    case .none, .uk: nil
    case .us: "wash_sale"
    case .ca: "superficial_loss"
    }
  }
}
