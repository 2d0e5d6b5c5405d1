import FoundationEssentials

/// The key of a damaged store, found even where the database cannot say which one it is.
struct UsableKey {
    let place: KeyPlace
    let key: MasterKey
    var cipher: SecretCipher { SecretCipher(key: key) }

    /// Nil where the key is missing, damaged or another one: no secret of the store can be read then.
    ///
    /// - Parameter source: nil where nothing of the database can be read.
    /// - Throws: `KeyStoreError` where the key may be there, but cannot be read now.
    static func find(for source: Database?, in keyStores: KeyStores) throws -> UsableKey? {
        let own = source.flatMap { (try? Settings(db: $0).keyPlace()) ?? nil }
        // The folder has, or stands for, every key that may be the store's own.
        let others = keyStores.location.keyPlaces.subtracting([.first]).sorted { $0.text < $1.text }
        for place in own.map({ [$0] }) ?? [.first] + others {
            do {
                guard let key = try keyStores.load(place) else { continue }
                let usable = UsableKey(place: place, key: key)
                if source.map(usable.opens) ?? true { return usable }
            } catch is StoreError {
                continue
            } catch KeyStoreError.damaged {
                continue
            } catch {
                // Where nothing is sealed, there is nothing to wait for.
                if source.map(hasSealedValues) ?? false { throw error }
            }
        }
        return nil
    }

    /// Whether the store is sealed with this key, as far as anything of it can be read.
    private func opens(_ source: Database) -> Bool {
        if let check = (try? Settings(db: source).value(of: .keyCheck)) ?? nil {
            return cipher.isKey(of: check)
        }
        let secrets = Self.secrets(of: source)
        return secrets.isEmpty || secrets.contains { row, secret in (try? cipher.unsealBytes(secret, of: row)) != nil }
    }

    private static func hasSealedValues(_ source: Database) -> Bool {
        let check = (try? Settings(db: source).value(of: .keyCheck)) ?? nil
        return check != nil || !secrets(of: source).isEmpty
    }

    private static func secrets(of source: Database) -> [(SealedRow, Data)] {
        SealedTable.signInTables.flatMap { (try? $0.secrets(in: source)) ?? [] }
    }
}
