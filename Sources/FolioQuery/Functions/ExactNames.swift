/// The names of the exact functions.
enum ExactNames {
  static let scalars = [
    "exact_add", "exact_sub", "exact_mul", "exact_div", "exact_round", "exact_neg", "exact_abs",
    "exact_cmp",
  ]
  static let aggregates = ["exact_sum", "exact_min", "exact_max", "exact_avg"]
  static var all: [String] { scalars + aggregates }
}
