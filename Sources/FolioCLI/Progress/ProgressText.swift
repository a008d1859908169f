/// The text of a progress line, such as `Reading [####......]  40%  118 MB/s  0:12 left`.
struct ProgressText {
  private let progress: WorkProgress
  /// The number done per second; nil until it is known.
  private let rate: Int?

  /// - Parameters:
  ///   - counted: the number done in `time`.
  init(_ progress: WorkProgress, counted: Int, in time: Duration) {
    self.progress = progress
    let milliseconds = Int(time / .milliseconds(1))
    rate = counted > 0 && milliseconds > 0 ? counted * 1000 / milliseconds : nil
  }

  /// The line, at most `width` columns long. The bar is omitted first if space is short.
  func line(width: Int) -> String {
    let parts = [amount, rate.map(speed), timeLeft].compactMap { $0 }
    let words = parts.joined(separator: "  ")
    let room = width - verb.count - words.count - 5
    if let share, room >= 10 {
      let length = min(room, 30)
      let full = share * length / 100
      let bar =
        String(repeating: "#", count: full) + String(repeating: ".", count: length - full)
      return "\(verb) [\(bar)] \(words)"
    }
    return String("\(verb) \(words)".prefix(max(0, width)))
  }

  private var verb: String {
    switch progress.unit {
    case .bytes: "Reading"
    case .groups: "Booking"
    case .portfolios: "Reporting"
    case .uploads: "Sending"
    }
  }

  /// The percentage as a whole number, at most 99.
  private var share: Int? {
    guard let total = progress.total, total > 0 else { return nil }
    return min(99, Int(Int128(progress.done) * 100 / Int128(total)))
  }

  private var amount: String {
    if progress.unit == .portfolios { return "\(grouped(progress.done)) portfolios" }
    if let share { return "\(share < 10 ? " " : "")\(share)%" }
    return progress.unit == .bytes ? megabytes(progress.done) : "\(grouped(progress.done)) groups"
  }

  private func speed(_ rate: Int) -> String {
    progress.unit == .bytes ? "\(megabytes(rate))/s" : "\(grouped(rate))/s"
  }

  private var timeLeft: String? {
    guard let total = progress.total, let rate, rate > 0 else { return nil }
    let seconds = (total - progress.done + rate - 1) / rate
    if seconds >= 360_000 { return nil }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let tail = "\(twoDigits(seconds % 60)) left"
    return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Megabytes, with one decimal below ten.
  private func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) MB" : "\(grouped(tenths / 10)) MB"
  }

  /// The number with commas between thousands.
  private func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0 && place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
