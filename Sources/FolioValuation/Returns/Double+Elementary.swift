#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The functions that returns need, from the C library of the platform: the one place of this
/// module that looks at it.
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
