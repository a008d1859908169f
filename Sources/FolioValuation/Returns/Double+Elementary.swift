import FolioSystem

// The only functions of this module from the C library.
extension Double {
  /// e to this power.
  var exponential: Double { exp(self) }

  /// e to this power, less 1, without loss near 0.
  var exponentialLessOne: Double { expm1(self) }

  /// The natural logarithm.
  var logarithm: Double { log(self) }

  /// The natural logarithm of 1 and this number, without loss near 0.
  var logarithmOfOnePlus: Double { log1p(self) }
}
