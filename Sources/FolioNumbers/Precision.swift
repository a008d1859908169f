/// How exactly quotients are kept that do not end. All of them are rounded half-even.
public enum Precision {
  /// Places of shared costs, of exchange rates and of prices of one unit.
  @inlinable public static var cost: Int { 18 }
  /// Places of ratios, such as weights, yields and returns.
  @inlinable public static var ratio: Int { 12 }
}
