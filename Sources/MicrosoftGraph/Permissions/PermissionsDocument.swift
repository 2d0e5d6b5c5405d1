import FoundationEssentials

/// The members of the published list that are used; it may have others.
struct PermissionsDocument: Decodable {
    let permissions: [String: Permission]

    struct Permission: Decodable {
        /// `oAuth2`, or `RSC` for a permission that no sign-in can request.
        let authorizationType: String?
        let schemes: [String: Scheme]
        let pathSets: [PathSet]
    }

    struct Scheme: Decodable {
        let requiresAdminConsent: Bool?
        /// The level from 1, the least, to 5.
        let privilegeLevel: Int?
    }

    struct PathSet: Decodable {
        let schemeKeys: [String]
        let methods: [String]
        /// Each path with `least=DelegatedWork,Application;AlsoRequires=A,B`, or an empty text.
        let paths: [String: String]
    }

    init(_ json: Data) throws(PublishedPermissionsError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch let error as DecodingError {
            throw PublishedPermissionsError(error)
        } catch {
            throw .notJSON
        }
    }
}

extension PublishedPermissionsError {
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context): self = .malformed(at: context.place(of: key))
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self = .malformed(at: context.place(of: nil))
        default: self = .notJSON
        }
    }
}

extension DecodingError.Context {
    /// Empty at the root, which has no name.
    fileprivate func place(of key: (any CodingKey)?) -> String {
        (codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map(String.init) ?? $0.stringValue }
            .joined(separator: ".")
    }
}
