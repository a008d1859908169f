// Keywords are coded as a ledger document has them.
extension GroupType: Codable {}
extension GroupStatus: Codable {}
extension TradeType: Codable {}
extension CashLegType: Codable {}
extension Direction: Codable {}
extension CostDirection: Codable {}
extension GiftRecipient: Codable {}
extension CostBasisMethod: Codable {}
extension CashMethod: Codable {}
extension CrossingZero: Codable {}
extension LotScope: Codable {}
extension TaxCapacity: Codable {}
extension FeeTreatment: Codable {}
extension TaxRules: Codable {}

extension Ratio: Codable, CustomStringConvertible {
  /// The ratio as a document has it: `4:1`.
  public var description: String { "\(new):\(old)" }

  /// Decodes `NEW:OLD`, or NEW / OLD as one number.
  public init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().value { text in
      let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let old = sides.count == 1 ? "1" : sides[1]
      let ratio = Ratio(new: try ExactDecimal(sides[0]), old: try ExactDecimal(old))
      guard ratio.new.isPositive, ratio.old.isPositive else { throw NumberFault.empty }
      return ratio
    }
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
