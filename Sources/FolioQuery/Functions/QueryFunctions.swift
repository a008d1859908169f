#if canImport(SQLite3) || SQLite
#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// What SQLite passes to the functions below.
private final class FunctionBox<Content> {
  let content: Content
  init(_ content: Content) { self.content = content }
}

extension QueryDatabase {
  /// Registers the exact functions and the collation. Those that the shell of SQLite has too also
  /// have its names, so that a statement with these runs in both.
  func registerFunctions() {
    let ofShell = ["exact_add", "exact_sub", "exact_mul", "exact_cmp"]
    for scalar in ExactScalar.all {
      register(scalar, as: scalar.name)
      if ofShell.contains(scalar.name) {
        register(scalar, as: "decimal_" + scalar.name.dropFirst("exact_".count))
      }
    }
    for kind in ExactAggregate.Kind.allCases { register(kind, as: kind.rawValue) }
    register(.sum, as: "decimal_sum")
    for name in ["exact", "decimal"] {
      unsafe sqlite3_create_collation_v2(
        handle, name, SQLITE_UTF8, nil,
        { _, firstCount, first, secondCount, second in
          let one = unsafe UnsafeRawBufferPointer(start: first, count: Int(firstCount))
          let two = unsafe UnsafeRawBufferPointer(start: second, count: Int(secondCount))
          return unsafe ExactOrder.compare(
            String(decoding: one, as: UTF8.self), String(decoding: two, as: UTF8.self))
        }, nil)
    }
  }

  private static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC

  private func register(_ scalar: ExactScalar, as name: String) {
    let box = unsafe Unmanaged.passRetained(FunctionBox(scalar)).toOpaque()
    unsafe sqlite3_create_function_v2(
      handle, name, scalar.argumentCount, Self.flags, box,
      { context, count, values in
        guard let data = unsafe sqlite3_user_data(context) else { return }
        let scalar = unsafe Unmanaged<FunctionBox<ExactScalar>>.fromOpaque(data)
          .takeUnretainedValue().content
        do throws(ExactFailure) {
          let given = unsafe try ExactValues.read(count, values)
          let numbers = given.compactMap { $0 }
          let result = numbers.count == given.count ? try scalar.result(numbers) : nil
          unsafe ExactValues.answer(result, isCount: scalar.name == "exact_cmp", context)
        } catch {
          unsafe sqlite3_result_error(context, "\(scalar.name): \(error.reason)", -1)
        }
      }, nil, nil, { unsafe ExactValues.release($0) })
  }

  private func register(_ kind: ExactAggregate.Kind, as name: String) {
    let box = unsafe Unmanaged.passRetained(FunctionBox(kind)).toOpaque()
    let hasWindow = kind == .sum || kind == .average
    unsafe sqlite3_create_window_function(
      handle, name, kind.argumentCount, Self.flags, box,
      { context, count, values in
        unsafe ExactValues.change(context, count, values) {
          state, numbers throws(ExactFailure) in try state.add(numbers)
        }
      },
      { context in unsafe ExactValues.answer(context, isLast: true) },
      hasWindow ? { context in unsafe ExactValues.answer(context, isLast: false) } : nil,
      hasWindow
        ? { context, count, values in
          unsafe ExactValues.change(context, count, values) {
            state, numbers throws(ExactFailure) in try state.remove(numbers)
          }
        } : nil,
      { unsafe ExactValues.release($0) })
  }
}

/// Arguments and results of the functions.
private enum ExactValues {
  /// The arguments as exact numbers.
  @unsafe static func read(
    _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(ExactFailure) -> [ExactDecimal?] {
    var numbers: [ExactDecimal?] = []
    for index in 0..<Int(count) {
      let value = unsafe values.flatMap { unsafe $0[index] }
      switch unsafe sqlite3_value_type(value) {
      case SQLITE_NULL: numbers.append(nil)
      case SQLITE_INTEGER:
        numbers.append(ExactDecimal(Int(unsafe sqlite3_value_int64(value))))
      case SQLITE_TEXT:
        let start = unsafe sqlite3_value_text(value)
        let length = Int(unsafe sqlite3_value_bytes(value))
        let text = unsafe String(
          decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
        guard let number = try? ExactDecimal(text) else {
          throw ExactFailure("'\(text.prefix(40))' is not a number of at most 36 digits")
        }
        numbers.append(number)
      default:
        throw ExactFailure(
          "a binary number is not exact; use the column with _exact, or a number in quotes such as "
            + "'1.5'")
      }
    }
    return numbers
  }

  /// The state of an aggregate, which its first row creates.
  @unsafe private static func state(
    _ context: OpaquePointer?, creates: Bool
  ) -> Unmanaged<ExactAggregate>? {
    let size = creates ? Int32(MemoryLayout<UInt>.size) : 0
    guard let place = unsafe sqlite3_aggregate_context(context, size) else { return nil }
    let word = unsafe place.assumingMemoryBound(to: UInt.self)
    if unsafe word.pointee == 0 {
      guard creates, let data = unsafe sqlite3_user_data(context) else { return nil }
      let kind = unsafe Unmanaged<FunctionBox<ExactAggregate.Kind>>.fromOpaque(data)
        .takeUnretainedValue().content
      let created = unsafe Unmanaged.passRetained(ExactAggregate(kind))
      unsafe word.pointee = UInt(bitPattern: created.toOpaque())
    }
    let pointer = unsafe UnsafeRawPointer(bitPattern: word.pointee)
    return unsafe pointer.map { unsafe Unmanaged<ExactAggregate>.fromOpaque($0) }
  }

  /// Changes the state by the arguments of a row.
  @unsafe static func change(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ change: (ExactAggregate, [ExactDecimal?]) throws(ExactFailure) -> Void
  ) {
    guard let state = unsafe state(context, creates: true) else {
      unsafe sqlite3_result_error_nomem(context)
      return
    }
    do throws(ExactFailure) {
      try change(unsafe state.takeUnretainedValue(), unsafe read(count, values))
    } catch {
      unsafe sqlite3_result_error(context, error.reason, -1)
    }
  }

  /// Gives the result of an aggregate.
  @unsafe static func answer(_ context: OpaquePointer?, isLast: Bool) {
    guard let state = unsafe state(context, creates: false) else {
      unsafe sqlite3_result_null(context)
      return
    }
    do throws(ExactFailure) {
      unsafe answer(try state.takeUnretainedValue().result(), isCount: false, context)
    } catch {
      unsafe sqlite3_result_error(context, error.reason, -1)
    }
    if isLast { unsafe state.release() }
  }

  /// Gives a result.
  @unsafe static func answer(
    _ number: ExactDecimal?, isCount: Bool, _ context: OpaquePointer?
  ) {
    guard let number else {
      unsafe sqlite3_result_null(context)
      return
    }
    if isCount, let count = Int64("\(number)") {
      unsafe sqlite3_result_int64(context, count)
      return
    }
    let text = number.description
    unsafe sqlite3_result_text(context, text, Int32(text.utf8.count), copied)
  }

  @unsafe static func release(_ box: UnsafeMutableRawPointer?) {
    guard let box = unsafe box else { return }
    unsafe Unmanaged<AnyObject>.fromOpaque(box).release()
  }
}
#endif
