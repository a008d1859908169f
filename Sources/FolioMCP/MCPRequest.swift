/// A request, or a notification if it has no id.
struct MCPRequest {
  /// The JSON text of the id; nil for a notification.
  var id: [UInt8]?
  var method: String
  var params: JSONNode?
  /// Whether it states its version itself, as since 2026-07-28; earlier there is a handshake.
  var isModern: Bool { params?["_meta"]?[Self.versionKey] != nil || method == "server/discover" }
  /// The key of the version of one request.
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// The longest id, in bytes.
  private static let idLimit = 1_024

  /// The request of a message; nil if the message is a response, which answers nothing here.
  init?(_ message: JSONNode, _ bytes: [UInt8]) throws(MCPFault) {
    guard case .object(let members) = message.content else {
      let isBatch = if case .array = message.content { true } else { false }
      throw MCPFault(
        .invalidRequest,
        isBatch
          ? "Batches are not supported: send one message on each line."
          : "The message is not an object.")
    }
    guard message["jsonrpc"]?.text.map({ Array("2.0".utf8) == $0 }) == true else {
      throw MCPFault(.invalidRequest, "jsonrpc must be \"2.0\".")
    }
    guard let method = message["method"] else {
      if members.contains(where: { $0.key == "result" || $0.key == "error" }) { return nil }
      throw MCPFault(.invalidRequest, "The message has no method.")
    }
    guard let name = method.text else {
      throw MCPFault(.invalidRequest, "method must be a text.")
    }
    self.method = String(decoding: name, as: UTF8.self)
    if members.contains(where: { $0.key == "id" }) {
      guard let id = Self.id(of: message, bytes) else {
        throw MCPFault(.invalidRequest, "id must be a short text or a whole number.")
      }
      self.id = id
    }
    params = message["params"]
    if let params, !params.isObject {
      throw MCPFault(.invalidParams, "params must be an object.")
    }
  }

  /// Checks what a request states about itself.
  func checkMetadata(_ versions: [String]) throws(MCPFault) {
    guard let version = params?["_meta"]?[Self.versionKey]?.text else {
      throw MCPFault(.invalidParams, "_meta needs the text \(Self.versionKey).")
    }
    let asked = String(decoding: version, as: UTF8.self)
    if asked != versions[0] { throw .unsupported(asked, versions) }
    guard params?["_meta"]?[Self.capabilitiesKey]?.isObject == true else {
      throw MCPFault(.invalidParams, "_meta needs the object \(Self.capabilitiesKey).")
    }
  }

  /// The id of the request that a message cancels, as JSON text; nil if it is no such message.
  static func cancelledID(of message: JSONNode, _ bytes: [UInt8]) -> [UInt8]? {
    guard message["method"]?.text == Array("notifications/cancelled".utf8),
      let params = message["params"]
    else { return nil }
    return id(of: params, bytes, at: "requestId")
  }

  /// The JSON text of a valid id; nil for any other.
  static func id(
    of message: JSONNode, _ bytes: [UInt8], at key: String = "id"
  ) -> [UInt8]? {
    guard let node = message[key], node.range.count <= idLimit else { return nil }
    switch node.content {
    case .string: return Array(bytes[node.range])
    case .number(let digits):
      return Int(String(decoding: digits, as: UTF8.self)).map { _ in digits }
    case .object, .array, .boolean, .null: return nil
    }
  }
}

/// An error of the protocol.
struct MCPFault: Error {
  /// The codes of JSON-RPC 2.0, and of the protocol.
  enum Code: Int {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case unsupportedVersion = -32_022
  }

  var code: Code
  var message: String
  /// More about it, as JSON text.
  var data: [UInt8]?

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// The version of a request is not spoken.
  static func unsupported(_ asked: String, _ versions: [String]) -> MCPFault {
    var fault = MCPFault(
      .unsupportedVersion,
      "Unsupported protocol version: use one of "
        + versions.joined(separator: ", ") + ".")
    fault.data = JSONText.object { json in
      json.list("supported", versions)
      json.text("requested", asked.utf8.prefix(80))
    }
    return fault
  }

  /// The reply to a request.
  /// - Parameter id: the JSON text of its id; nil leaves it out, because the schema of the protocol
  ///   allows no null.
  func reply(to id: [UInt8]?) -> [UInt8] {
    JSONText.object { json in
      json.text("jsonrpc", "2.0")
      if let id { json.json("id".utf8, id) }
      json.object("error") { json in
        json.json("code".utf8, "\(code.rawValue)".utf8)
        json.text("message", message)
        if let data { json.json("data".utf8, data) }
      }
    }
  }
}

extension JSONNode {
  /// Whether it is an object.
  var isObject: Bool { if case .object = content { true } else { false } }
}
