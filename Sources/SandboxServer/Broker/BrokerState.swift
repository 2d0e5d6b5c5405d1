import FoundationEssentials

/// The state that outlives a process of the broker, in a file of its folder.
struct BrokerState: Codable {
    /// The home account ids of the device's accounts.
    var accounts: [String] = []
    /// The session cookie of each account at the identity platform, by home account id. It stands for a primary refresh
    /// token.
    var sessions: [String: String] = [:]
    private var refreshTokens: [String: String] = [:]
    /// The client ids that each account was removed from, by home account id.
    private var removals: [String: [String]] = [:]

    init(accounts: [String]) {
        self.accounts = accounts
    }

    /// The refresh token of an account for a client.
    subscript(account: String, client: String) -> String? {
        get { refreshTokens["\(account) \(client)"] }
        set { refreshTokens["\(account) \(client)"] = newValue }
    }

    func accounts(for client: String) -> [String] {
        accounts.filter { !(removals[$0] ?? []).contains(client) }
    }

    mutating func remove(_ account: String, from client: String) {
        removals[account, default: []].append(client)
        self[account, client] = nil
    }

    /// Adds an account that a person signed in to a client.
    mutating func add(_ account: String, to client: String) {
        if !accounts.contains(account) { accounts.append(account) }
        removals[account]?.removeAll { $0 == client }
    }
}

extension BrokerState {
    /// Nil if there is no such file.
    init?(path: String) {
        guard let bytes = FileManager.default.contents(atPath: path),
            let state = try? JSONDecoder().decode(BrokerState.self, from: bytes)
        else { return nil }
        self = state
    }

    /// Writes the file. A failure is ignored: the folder is gone when the sandbox ends.
    func save(to path: String) {
        guard let bytes = try? JSONEncoder().encode(self) else { return }
        try? bytes.write(to: URL(filePath: path), options: .atomic)
    }
}
