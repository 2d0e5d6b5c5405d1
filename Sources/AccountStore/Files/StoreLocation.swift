import Glibc
import HTTPTransport

/// The folder of the database, the key file and the locks of one person.
public struct StoreLocation: Hashable, Sendable {
    /// An absolute path without a trailing slash.
    public let directory: String

    public init(directory: String) {
        self.directory = directory
    }

    /// `$ACCT_HOME`, else `$XDG_DATA_HOME/acct`, else `$HOME/.local/share/acct`.
    ///
    /// A relative `$XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification asks for. A relative
    /// `$ACCT_HOME` is an error: it was meant, and any other folder would have the wrong accounts.
    ///
    /// - Throws: `StoreError.noHome`, `.relativeHome`.
    public init(environment: Environment) throws(StoreError) {
        if let chosen = environment["ACCT_HOME"] {
            guard chosen.hasPrefix("/") else { throw .relativeHome(chosen) }
            self.init(directory: Self.trimmed(chosen))
        } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            self.init(directory: Self.trimmed(data) + "/acct")
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            self.init(directory: Self.trimmed(home) + "/.local/share/acct")
        } else {
            throw .noHome
        }
    }

    public var database: String { directory + "/acct.sqlite" }
    var key: String { keyFile(.first) }
    public var locks: String { directory + "/locks" }
    /// The lock of the master key; see `KeyRotation`.
    var keyLock: String { locks + "/key.lock" }
    /// The folder of the files that take what the database cannot; see `SpareFile`.
    public var spare: String { directory + "/spare" }
    /// The folder of the links by which `acct` stands in for other tools.
    public var shims: String { directory + "/shims" }

    /// The folder in which other programs keep settings for each profile.
    public var tools: String { directory + "/tools" }

    /// The file of a master key.
    func keyFile(_ id: KeyID) -> String { directory + (id == .first ? "/key" : "/key-\(id.text)") }

    /// The file of the key in this place; nil for one in the Secret Service.
    func file(of place: KeyPlace) -> String? {
        switch place.store {
        case .file: keyFile(place.id)
        case .passphrase: passphraseFile(place.id)
        case .secretService: nil
        }
    }

    /// The files of master keys, in use or not, drafts included.
    var keyFiles: [String] {
        PrivateDirectory(path: directory).names
            .filter { $0 == "key" || $0.hasPrefix("key-") || $0.hasPrefix("key.") }.map { directory + "/" + $0 }
    }

    /// The places of the keys that have a file in the folder, in use or not. A copy under a name of its own is not one.
    var keyPlaces: Set<KeyPlace> { Set(keyFiles.compactMap(keyPlace(ofFile:))) }

    func keyPlace(ofFile file: String) -> KeyPlace? { KeyPlace(file: file.dropFirst(directory.count + 1)) }

    /// The file of a master key that is sealed with a passphrase.
    func passphraseFile(_ id: KeyID) -> String { keyFile(id) + "." + KeyStoreName.passphrase.rawValue }

    /// The file that stands for a master key in the Secret Service.
    func secretServiceFile(_ id: KeyID) -> String { keyFile(id) + "." + KeyStoreName.secretService.rawValue }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
