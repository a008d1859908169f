/// The tax rules of a country.
///
/// To add a country, write a file with one value of this type and a `TaxRuleSet`, and add the value
/// to `all`, its name to `TaxRules.allCases`, and its form to `TaxForm.all`. Reports, help, schema
/// and tests read these lists. See Specs/tax/adding-a-country.md.
public struct TaxRegime: Sendable {
  /// The name of the rules.
  public let rules: TaxRules
  /// The month and the day on which a tax year begins.
  public internal(set) var startOfYear = (month: 1, day: 1)
  /// The days before and after a disposal on which an acquisition changes its gain; nil if there
  /// are none.
  public internal(set) var window: (before: Int32, after: Int32)?
  /// Whether gains are divided into short term and long term.
  public internal(set) var hasHoldingTerms = false
  /// What the rules call a loss that is not allowed yet, such as "wash sale"; nil if they allow
  /// every loss.
  public internal(set) var deferral: String?
  /// The law by which nothing is gained when units go to the spouse.
  package internal(set) var spouseLaw = ""
  /// What a purchase in the window does to a sale, after "A purchase of X from one day to another".
  package internal(set) var windowEffect = ""
  /// How the rules change booking.
  var traits = TaxRuleTraits()
  /// Words in the names of accounts that the law taxes in another way, in lower case.
  var shelters: Set<String> = []
  /// What a snapshot needs to know of the days before it.
  var snapshot = SnapshotNeeds()
  /// Prepares the rules for a ledger.
  let prepare: @Sendable (Ledger, BookingOptions) -> any TaxRuleSet

  /// The rules of all countries.
  public static let all = [us, uk, ca]
}

extension TaxRegime {
  /// The word in the row of a deferred loss, such as `wash_sale`; nil if losses are never deferred.
  package var deferralRule: String? {
    deferral.map { $0.split(separator: " ").joined(separator: "_") }
  }

  /// Whether the rules choose the units of a sale, so that no lot can be named.
  package var choosesLots: Bool { traits.poolRule != nil }

  /// Whether giving units away is a disposal.
  package var giftIsDisposal: Bool { traits.giftIsDisposal }

  /// Whether the costs of a gift to the spouse are part of what the units cost the spouse.
  package var spouseTakesCosts: Bool { traits.spouseTakesCosts }

  /// Returns the days on which an acquisition changes the gain of a disposal; nil if there are
  /// none.
  package func window(around disposed: Day) -> AcquisitionWindow? {
    window.map { AcquisitionWindow(disposed, before: $0.before, after: $0.after) }
  }

  /// Returns the days of the disposals whose gain an acquisition changes; nil if there are none.
  package func window(before acquired: Day) -> AcquisitionWindow? {
    window.map { AcquisitionWindow(acquired, before: $0.after, after: $0.before) }
  }
}

/// The days around a disposal on which an acquisition changes what the disposal gains.
package struct AcquisitionWindow: Sendable, Hashable {
  package let first: Day
  package let last: Day

  fileprivate init(_ day: Day, before: Int32, after: Int32) {
    first = Day(daysSince1970: day.daysSince1970 - before) ?? .first
    last = Day(daysSince1970: day.daysSince1970 + after) ?? .last
  }
}

extension TaxRegime? {
  /// Whether gains are divided into short term and long term.
  package var hasHoldingTerms: Bool { self?.hasHoldingTerms ?? false }
}

extension TaxRules {
  /// The rules of this name; nil without rules, and for the name of an app's own.
  package var regime: TaxRegime? { TaxRegime.all.first { $0.rules == self } }
}

extension BookedLedger {
  /// The tax rules by which the ledger was booked; nil if there were none.
  public var regime: TaxRegime? { options.ownRegime ?? options.taxRules?.regime }
}

extension TaxRegime: Hashable {
  /// Rules of one name are the same.
  public static func == (left: TaxRegime, right: TaxRegime) -> Bool { left.rules == right.rules }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rules) }
}
