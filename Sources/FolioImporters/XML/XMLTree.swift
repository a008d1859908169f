/// A file of XML as a tree, in arrays: files have hundreds of thousands of prices.
struct XMLTree: Sendable {
  /// An element.
  struct Element: Sendable {
    /// The number of its name in `names`.
    var name: Int32
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// The bytes of its start tag.
    var range: Range<Int>
    fileprivate var attributes: Range<Int>
    fileprivate var pieces: Range<Int>
  }

  /// A part of the text of an element.
  private struct Piece: Sendable {
    var range: Range<Int>
    var isCDATA: Bool
  }

  let bytes: [UInt8]
  private(set) var elements: [Element] = []
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]
  private var attributes: [XMLTag.Attribute] = []
  private var pieces: [Piece] = []

  /// Reads a file.
  init(_ bytes: [UInt8]) throws(FieldFault) {
    self.bytes = bytes
    var scanner = XMLScanner(bytes)
    var current: Int32 = -1
    while true {
      switch try scanner.next() {
      case .start(let tag): current = append(tag, to: current)
      case .end: current = elements[Int(current)].parent
      case .text(let range, let isCDATA): append(Piece(range: range, isCDATA: isCDATA), to: current)
      case .finish: return
      }
    }
  }

  private mutating func append(_ tag: XMLTag, to parent: Int32) -> Int32 {
    let number = Int32(elements.count)
    let name = String(decoding: bytes[tag.name], as: UTF8.self)
    let first = attributes.count
    attributes += tag.attributes
    elements.append(
      Element(
        name: self.number(of: name), parent: parent, range: tag.range,
        attributes: first..<attributes.count, pieces: pieces.count..<pieces.count))
    if parent >= 0 {
      let last = elements[Int(parent)].lastChild
      if last >= 0 {
        elements[Int(last)].nextSibling = number
      } else {
        elements[Int(parent)].firstChild = number
      }
      elements[Int(parent)].lastChild = number
    }
    return number
  }

  private mutating func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  /// Text beside child elements has no meaning in any format that is read, and is not kept.
  private mutating func append(_ piece: Piece, to element: Int32) {
    let known = elements[Int(element)].pieces
    guard known.isEmpty || known.upperBound == pieces.count else { return }
    let start = known.isEmpty ? pieces.count : known.lowerBound
    pieces.append(piece)
    elements[Int(element)].pieces = start..<pieces.count
  }

  // MARK: Looking

  /// The number of a name; -1 if no element has it.
  func nameNumber(_ name: String) -> Int32 { numbers[name] ?? -1 }

  /// The name of an element.
  func name(_ element: Int) -> String { names[Int(elements[element].name)] }

  /// The children of an element, in order.
  func children(_ element: Int) -> some Sequence<Int> {
    sequence(first: Int(elements[element].firstChild)) { Int(elements[$0].nextSibling) }
      .prefix { $0 >= 0 }
  }

  /// The children of an element with a name.
  func children(_ element: Int, _ name: String) -> [Int] {
    let number = nameNumber(name)
    return children(element).filter { elements[$0].name == number }
  }

  /// The first child with a name.
  func child(_ element: Int, _ name: String) -> Int? {
    let number = nameNumber(name)
    return children(element).first { elements[$0].name == number }
  }

  /// The value of an attribute.
  func attribute(_ element: Int, _ name: StaticString) throws(FieldFault) -> String? {
    guard let found = attributeRange(element, name) else { return nil }
    return try XMLText.decoded(bytes[found])
  }

  /// The bytes of the value of an attribute.
  func attributeRange(_ element: Int, _ name: StaticString) -> Range<Int>? {
    let wanted = "\(name)".utf8
    return attributes[elements[element].attributes]
      .first { $0.name.count == wanted.count && bytes[$0.name].elementsEqual(wanted) }?.value
  }

  /// The text of an element, without blanks before and after it.
  func text(_ element: Int) throws(FieldFault) -> String {
    var text = ""
    for piece in pieces[elements[element].pieces] {
      if piece.isCDATA {
        text += String(decoding: bytes[piece.range], as: UTF8.self)
      } else {
        text += try XMLText.decoded(bytes[piece.range])
      }
    }
    return text.trimmingBlanks()
  }

  /// The bytes of the text of an element, or of its tag if it has none.
  func place(_ element: Int) -> Range<Int> {
    guard let first = pieces[elements[element].pieces].first else { return elements[element].range }
    return first.range
  }
}

extension String {
  /// The text without blanks and ends of lines before and after it.
  func trimmingBlanks() -> String {
    guard let first = utf8.first, let last = utf8.last else { return self }
    if !XMLScanner.isBlank(first), !XMLScanner.isBlank(last) { return self }
    let rest = utf8.drop(while: XMLScanner.isBlank)
    let count = rest.reversed().prefix(while: XMLScanner.isBlank).count
    return String(decoding: rest.dropLast(count), as: UTF8.self)
  }
}

/// The references between elements of a file that XStream wrote: an object is written once, and
/// named by a path or by a number wherever it comes again.
///
/// A path is `../../securities/security[2]`, from the element that has it, or begins with `/`.
/// A number is the attribute `id` of the element.
struct XStreamReferences: Sendable {
  private struct Step: Hashable {
    var parent: Int
    var name: Int32
  }

  let tree: XMLTree
  private var ids: [Int: Int] = [:]
  /// The children with a name of elements that a path passed, so that long lists are read once.
  private var lists: [Step: [Int]] = [:]
  private var found: [Int: Int] = [:]

  init(_ tree: XMLTree) throws(FieldFault) {
    self.tree = tree
    for element in tree.elements.indices {
      if let id = try tree.attribute(element, "id").flatMap({ Int($0) }) { ids[id] = element }
    }
  }

  /// The element that stands for an object: the element itself, or the one that it refers to.
  mutating func target(_ element: Int) throws(FieldFault) -> Int {
    if let known = found[element] { return known }
    var current = element
    // A reference may name another one. More than a few in a row can only be a circle.
    for _ in 0..<16 {
      guard let reference = try tree.attribute(current, "reference") else {
        found[element] = current
        return current
      }
      current = try follow(reference, from: current)
    }
    throw fault(element, "this reference leads to no object")
  }

  private mutating func follow(_ reference: String, from element: Int) throws(FieldFault) -> Int {
    if let id = Int(reference) {
      guard let known = ids[id] else { throw fault(element, "no element has the id \(id)") }
      return known
    }
    var current = element
    var steps = reference.split(separator: "/")[...]
    if reference.hasPrefix("/") {
      guard let root = steps.popFirst(), tree.name(0) == root else {
        throw fault(element, "this path begins with another element")
      }
      current = 0
    }
    for step in steps {
      if step == ".." {
        current = Int(tree.elements[current].parent)
        if current < 0 { throw fault(element, "this path leaves the file") }
      } else {
        current = try child(of: current, step, element)
      }
    }
    return current
  }

  private mutating func child(
    of parent: Int, _ step: Substring, _ element: Int
  ) throws(FieldFault) -> Int {
    var (name, number) = (step, 1)
    if step.hasSuffix("]"), let bracket = step.firstIndex(of: "[") {
      name = step[..<bracket]
      number = Int(step[step.index(after: bracket)...].dropLast()) ?? 0
    }
    let key = Step(parent: parent, name: tree.nameNumber(String(name)))
    let list: [Int]
    if let known = lists[key] {
      list = known
    } else {
      list = tree.children(parent, String(name))
      lists[key] = list
    }
    guard list.indices.contains(number - 1) else {
      throw fault(element, "this path names an element that is not there")
    }
    return list[number - 1]
  }

  private func fault(_ element: Int, _ message: String) -> FieldFault {
    FieldFault(
      .malformedXML, message,
      help: "A part of the file is missing. Save it again in the program.",
      at: tree.elements[element].range.lowerBound)
  }
}
