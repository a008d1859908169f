#if canImport(Darwin) && canImport(Security)
import Foundation
import Security

/// Keeps the session in the Keychain of an Apple device, readable after the first unlock, and not
/// copied to other devices. The app and its extensions can share it through an access group.
public struct KeychainSessionKeeper: SessionKeeper {
  private let service: String
  private let group: String?

  /// Creates a keeper.
  /// - Parameters:
  ///   - service: the name of the entry, such as the address of the project.
  ///   - group: the access group that the app and its extensions share; nil for the app's own.
  public init(service: String, group: String? = nil) {
    self.service = service
    self.group = group
  }

  /// Reads the session.
  /// - Throws: `locked` before the first unlock of the device; `unavailable`.
  public func load() throws(StoreFailure) -> AuthSession? {
    var query = entry
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? Data else { throw failure(status) }
    return AuthSession(encoded: Array(data))
  }

  /// Replaces the session, or removes it.
  /// - Throws: `locked` before the first unlock of the device; `unavailable`.
  public func save(_ session: AuthSession?) throws(StoreFailure) {
    guard let session else {
      let status = SecItemDelete(entry as CFDictionary)
      if status != errSecSuccess, status != errSecItemNotFound { throw failure(status) }
      return
    }
    let values: [CFString: Any] = [
      kSecValueData: Data(session.encoded),
      kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
    var status = SecItemUpdate(entry as CFDictionary, values as CFDictionary)
    if status == errSecItemNotFound {
      let added = entry.merging(values) { _, new in new }
      status = unsafe SecItemAdd(added as CFDictionary, nil)
    }
    if status != errSecSuccess { throw failure(status) }
  }

  private var entry: [CFString: Any] {
    var entry: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service,
      kSecAttrAccount: "folio-session", kSecUseDataProtectionKeychain: true,
    ]
    if let group { entry[kSecAttrAccessGroup] = group }
    return entry
  }

  private func failure(_ status: OSStatus) -> StoreFailure {
    status == errSecInteractionNotAllowed
      ? .locked("the Keychain") : .unavailable("the Keychain reports error \(status)")
  }
}
#endif
