/// The precision of inexact quotients in decimal places. All of them are rounded half-even.
public enum Precision {
  /// The decimal places of allocated costs, exchange rates and unit prices.
  @inlinable public static var costPlaces: Int { 18 }
  /// The decimal places of ratios such as weights, yields and returns.
  @inlinable public static var ratioPlaces: Int { 12 }
}
