// What a rule file says once and uses in several places.
extension RuleReader {
  /// The most texts that one text with named lists may become, and all texts of a file.
  private static let mostTexts = 1_000
  private static let mostTextsOfFile = 20_000

  /// Reads the named lists of a file.
  mutating func readLists(_ node: JSONNode?) {
    for member in named(node, "lists", "{\"buy\": [\"Buy\", \"Koop\"]}") {
      lists[member.key] = texts(member.value)
    }
  }

  /// The texts that a text with named lists means: `<name>` is replaced by each text of the list.
  mutating func expanded(_ text: String, _ node: JSONNode) -> [String] {
    guard !lists.isEmpty, let start = text.firstIndex(of: "<"),
      let end = text[start...].firstIndex(of: ">")
    else { return [text] }
    let name = String(text[text.index(after: start)..<end])
    guard let list = lists[name] else {
      let names = lists.keys.sorted()
      fault("there is no list \"\(name)\"", Suggestions.choice(for: name, of: names), node)
      return []
    }
    let rests = expanded(String(text[text.index(after: end)...]), node)
    guard list.count * rests.count <= Self.mostTexts else {
      fault(
        "the lists make more than \(Self.mostTexts) texts of \"\(text)\"",
        "Write fewer lists in one text.", node)
      return []
    }
    sharedTexts += list.count * rests.count
    guard sharedTexts <= Self.mostTextsOfFile else {
      fault(
        "the lists make more than \(Self.mostTextsOfFile) texts in this file",
        "Write shorter lists, or name them in fewer texts.", node)
      return []
    }
    return list.flatMap { item in rests.map { text[..<start] + item + $0 } }
  }

  /// The tables of a file. A table that is `like` an earlier one has what that one has, and its own
  /// members instead of those of the same name. It drops those that it has as null.
  mutating func withShared(_ tables: [JSONNode]) -> [JSONNode] {
    var named: [String: JSONNode] = [:]
    return tables.map { table in
      var whole = table
      if let like = table["like"] {
        if let name = text(like), let base = named[name] {
          whole =
            table.adding(base, within: ["columns", "set", "values", "read", "amounts"])
            .withoutNulls
        } else {
          fault("no earlier table has this name", "Write the name of an earlier table.", like)
        }
      }
      if let name = whole["name"]?.string { named[name] = whole }
      return whole
    }
  }
}

extension JSONNode {
  /// The items of a list, or the node itself.
  var items: [JSONNode] {
    if case .array(let items) = content { items } else { [self] }
  }

  /// An object without the members that are null, also of its own objects.
  fileprivate var withoutNulls: JSONNode {
    guard case .object(let members) = content else { return self }
    var whole = self
    whole.content = .object(
      members.compactMap { member in
        if case .null = member.value.content { return nil }
        var member = member
        member.value = member.value.withoutNulls
        return member
      })
    return whole
  }

  /// An object with the members of another one that it does not have.
  /// - Parameter keys: the members that are objects of which each member counts on its own.
  fileprivate func adding(_ base: JSONNode, within keys: Set<String> = []) -> JSONNode {
    guard case .object(var members) = content, case .object(let others) = base.content else {
      return self
    }
    for other in others {
      guard let place = members.firstIndex(where: { $0.key == other.key }) else {
        members.append(other)
        continue
      }
      if keys.contains(other.key) {
        members[place].value = members[place].value.adding(other.value)
      }
    }
    var whole = self
    whole.content = .object(members)
    return whole
  }
}
