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

  init(_ tree: XMLTree) throws(XMLFault) {
    self.tree = tree
    for element in tree.elements.indices {
      if let id = try tree.attribute(element, "id").flatMap({ Int($0) }) { ids[id] = element }
    }
  }

  /// The element that stands for an object: the element itself, or the one that it refers to.
  mutating func target(_ element: Int) throws(XMLFault) -> Int {
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

  private mutating func follow(_ reference: String, from element: Int) throws(XMLFault) -> Int {
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
  ) throws(XMLFault) -> Int {
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

  private func fault(_ element: Int, _ message: String) -> XMLFault {
    XMLFault(
      message: message, help: "A part of the file is missing. Save it again in the program.",
      offset: tree.elements[element].range.lowerBound)
  }
}
