import AccountProfiles
import AuthCore
import CSQLite
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

@Suite struct DatabaseVersionsTests {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
        try PrivateDirectory(path: temporary.location.directory).create()
    }

    /// Runs a script as the `sqlite3` shell would, without any code of the store.
    private func run(_ script: String) throws {
        var db: OpaquePointer?
        defer { sqlite3_close(db) }
        try #require(sqlite3_open(temporary.location.database, &db) == SQLITE_OK)
        let code = sqlite3_exec(db, script, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(db)))")
    }

    /// Writes the database and the key of a released version, from the text that describes them.
    private func restore(_ name: String) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).sql")
        let script = try String(contentsOf: path, encoding: .utf8)
        let digits = try #require(script.firstMatch(of: #/-- key: ([0-9a-f]{64})\n/#)).1
        let key = stride(from: 0, to: 64, by: 2).map { digits.dropFirst($0).prefix(2) }
        try Data(key.compactMap { UInt8($0, radix: 16) }).write(to: URL(filePath: temporary.location.key))
        try run(script)
    }

    private func version() throws -> Int64? {
        try temporary.reopened().read { try $0.first("PRAGMA user_version") { try $0.integer(0) } } ?? nil
    }

    @Test func version12KeepsItsProfiles() throws {
        try restore("version-12")
        let profiles = temporary.profiles
        #expect(try profiles.profiles().map(\.name.text) == ["alice", "carol"])
        #expect(try profiles.current()?.text == "carol")
        #expect(try profiles.usePrevious().name.text == "alice")
        let carol = try profiles.profile(named: "carol")
        #expect(carol.username == "carol@fabrikam.example")
        #expect(carol.displayName == "Carol 山田")
        #expect(carol.scopes == ["User.Read", "User.ReadBasic.All"])
        #expect(carol.lastUsed != nil)
        #expect(carol.graph == "http://localhost:34567")
    }

    @Test func version12KeepsItsBindingsAndRules() throws {
        try restore("version-12")
        let directories = BindingRepository(temporary.store)
        let bindings = try directories.bindings()
        #expect(bindings == [Binding(directory: "/srv/fabrikam", target: .profile("carol"), origin: .command)])
        #expect(
            try directories.allowance(of: "/srv/shared/.acct", content: Array("alice\n".utf8))?.hasSameContent == true)
        #expect(
            try directories.allowance(of: "/srv/shared/.acct", content: Array("carol\n".utf8))?.hasSameContent == false)
        let rules = try RuleRepository(temporary.store).rules()
        #expect(rules.map(\.rule.pattern.text) == ["GET /users/*"])
        #expect(rules.map(\.rule.profile.text) == ["carol"])
        let usage = UsageRepository(temporary.store)
        #expect(
            try usage.tenantDomains().values.sorted { $0.sorted()[0] < $1.sorted()[0] } == [
                ["contoso.example"], ["fabrikam.example"],
            ])
        #expect(try usage.profiles(using: ["a11ce000-1f2e-4d3c-8b4a-5e6f70819201"]).count == 1)
    }

    @Test func version12KeepsItsTokens() throws {
        try restore("version-12")
        for profile in try temporary.profiles.profiles() {
            let tokens = try temporary.cache.accessTokens(profile.tokenKey)
            #expect(tokens.count == 1)
            let parts = try #require(tokens.first).secret.expose().split(separator: ".")
            #expect(parts.count == 3)
            let payload = parts[1].replacing("-", with: "+").replacing("_", with: "/")
            let padding = String(repeating: "=", count: (4 - payload.count % 4) % 4)
            let claims = try #require(Data(base64Encoded: payload + padding))
            #expect(String(decoding: claims, as: UTF8.self).contains("\"upn\":\"\(profile.username)\""))
            #expect(try temporary.cache.refreshToken(account: profile.account, clientID: profile.clientID) != nil)
            #expect(try temporary.cache.idToken(profile.tokenKey) != nil)
        }
    }

    /// The ids were learned from lists and queries too, which do not tell whose they are.
    @Test func version12LosesItsItems() throws {
        try restore("version-12")
        let count = try temporary.store.read { try $0.first("SELECT count(*) FROM used_item") { try $0.integer(0) } }
        #expect(count == 0)
    }

    @Test func version12TakesWrites() throws {
        try restore("version-12")
        try temporary.profiles.add(Person.bob.profile(), with: Person.bob.grant())
        #expect(try temporary.reopened().loadedKey() != nil)
        let cache = StoredTokenCache(temporary.reopened())
        #expect(try cache.accessTokens(Person.bob.key) == [Sample.accessToken()])
        #expect(try cache.accounts().count == 3)
        #expect(try version() == Int64(Migrations.version))
    }

    @Test(arguments: 1..<Migrations.version) func olderVersionIsMigrated(_ number: Int) throws {
        let key = try temporary.makeKey()
        let (account, clientID) = (Person.alice.account, Sample.clientID)
        let row = SealedRow.refreshToken(account, clientID: clientID)
        let secret = Data("old refresh token".utf8)
        let form: UInt8 = number < Migrations.authenticatedVersion ? 1 : 2
        let sealed = try SecretCipher(key: key).seal(secret, for: row, version: form)
        // An imported token may have had no time.
        let cachedAt: Double = number.isMultiple(of: 2) ? 0 : 1_700_000_000
        try run(
            """
            PRAGMA journal_mode=WAL;
            BEGIN;
            \(Migrations.all[..<number].joined(separator: "\n"))
            INSERT INTO account VALUES ('\(account.homeAccountID)', '\(account.environment)');
            INSERT INTO refresh_token (home_account_id, environment, client_id, family_id, cached_at, rejected_at, secret)
            VALUES ('\(account.homeAccountID)', '\(account.environment)', '\(clientID)',
                NULL, \(Int(cachedAt)), NULL, x'\(sealed.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())');
            INSERT INTO profile (name, name_key, home_account_id, environment, username, display_name, tenant_id, kind,
                client_id, authority_kind, authority_url, graph, scopes, mode)
            VALUES ('Alice', 'alice', '\(account.homeAccountID)', '\(account.environment)', 'alice@contoso.example',
                'Alice', '\(Person.alice.tenantID)', 'work', '\(clientID)', 'entra',
                'https://login.microsoftonline.com/\(Person.alice.tenantID)', NULL, 'User.Read', 'read-write');
            PRAGMA user_version=\(number);
            COMMIT;
            """)
        let profile = try temporary.profiles.profile(named: "alice")
        #expect(profile.name.text == "Alice")
        #expect(profile.redirectURI == .localhost)
        let token = try temporary.cache.refreshToken(account: account, clientID: clientID)
        #expect(token?.secret.expose() == "old refresh token")
        let isWithoutEnd = cachedAt == 0 || number >= 21
        #expect(token?.expiresOn == (isWithoutEnd ? nil : Date(timeIntervalSince1970: cachedAt + 90 * 86_400)))
        #expect(try version() == Int64(Migrations.version))
        if number < Migrations.authenticatedVersion { try temporary.profiles.requireUnaltered(profile) }
        try temporary.cache.save(Person.alice.grant())
        #expect(try temporary.cache.accessTokens(Person.alice.key) == [Sample.accessToken()])
    }

    /// Otherwise somebody could change a profile and have the migration approve of it.
    @Test func databaseThatWasMigratedCannotBeMadeAnOlderOne() throws {
        try temporary.profiles.add(Person.alice.profile(), with: Person.alice.grant())
        try run(
            """
            UPDATE profile SET graph = 'https://graph.example';
            ALTER TABLE profile DROP COLUMN seal;
            ALTER TABLE profile DROP COLUMN browser;
            ALTER TABLE profile DROP COLUMN redirect_uri;
            ALTER TABLE profile ADD COLUMN redirect_port INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE profile DROP COLUMN tls_certificate;
            ALTER TABLE profile DROP COLUMN is_brokered;
            DROP TABLE brokered_account;
            ALTER TABLE application_credential DROP COLUMN seal;
            DROP TABLE declined_scopes;
            DROP TABLE failed_renewal;
            DROP TABLE client_credential;
            ALTER TABLE application_credential DROP COLUMN expires_on;
            ALTER TABLE refresh_token DROP COLUMN expires_on;
            ALTER TABLE allowed_file DROP COLUMN account;
            DELETE FROM setting;
            PRAGMA user_version=13;
            """)
        #expect(throws: StoreError.wrongKey(path: temporary.location.key)) {
            try ProfileRepository(temporary.reopened()).profiles()
        }
    }

    /// Each of these is one bit away.
    @Test(arguments: [6, 10, 12]) func damagedVersionIsNoOtherVersion(version: Int) throws {
        try temporary.profiles.add(Person.alice.profile(), with: Person.alice.grant())
        try run("PRAGMA user_version=\(version);")
        #expect(throws: StoreError.corrupt(path: temporary.location.database)) {
            try ProfileRepository(temporary.reopened()).profiles()
        }
        let report = try StoreRepair(at: temporary.location).run(at: Sample.now)
        #expect(report?.profiles == [try ProfileName("alice")] && report?.signedOut == [])
        #expect(try StoredTokenCache(temporary.reopened()).accessTokens(Person.alice.key) == [Sample.accessToken()])
    }

    @Test func olderDatabaseWithoutItsKeyIsLeftAsItIs() throws {
        try restore("version-12")
        try FileManager.default.removeItem(atPath: temporary.location.key)
        #expect(throws: StoreError.keyMissing(path: temporary.location.key)) { try temporary.profiles.profiles() }
        try MasterKey().withBytes { Data($0) }.write(to: URL(filePath: temporary.location.key))
        #expect(throws: StoreError.wrongKey(path: temporary.location.key)) {
            try ProfileRepository(temporary.reopened()).profiles()
        }
        #expect(
            try Database(path: temporary.location.database).first("PRAGMA user_version") { try $0.integer(0) } == 12)
    }

    @Test func newDatabaseHasTheTablesOfAMigratedOne() throws {
        try restore("version-12")
        let other = try TemporaryStore()
        try other.cache.save(Person.alice.grant())
        #expect(try schema(of: temporary) == schema(of: other))
    }

    private func schema(of temporary: TemporaryStore) throws -> [String]? {
        try temporary.store.read { db in
            try db.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name") { try $0.text(0) }
        }
    }

    @Test func documentsFromBeforeTheyWereSealedAreDropped() throws {
        _ = try temporary.makeKey()
        let url = "https://login.example/openid-configuration"
        try run(
            """
            PRAGMA journal_mode=WAL;
            \(Migrations.all[..<10].joined(separator: "\n"))
            INSERT INTO discovery VALUES ('\(url)', x'7b7d', 9999999999);
            PRAGMA user_version=10;
            """)
        let cache = StoredAuthorityCache(temporary.store)
        #expect(try cache.document(of: url, at: Sample.now) == nil)
        try cache.save(Data("{}".utf8), of: url, until: Sample.now + 60)
        #expect(try cache.document(of: url, at: Sample.now) == Data("{}".utf8))
    }
}
