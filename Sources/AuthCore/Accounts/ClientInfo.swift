import Foundation
import HTTPTransport

/// The `client_info` member of a token response: who signed in, as the home tenant knows them.
///
/// Documented behaviour of the Microsoft identity platform: base64url without padding of a JSON object with
/// `uid` and `utid`; other members may be present. Both may be missing, and padding may be there.
struct ClientInfo: Decodable, Equatable {
    let uid: String?
    let utid: String?

    init?(base64URL text: String) {
        guard let data = Data(base64URL: text),
            let decoded = try? JSONDecoder().decode(ClientInfo.self, from: data)
        else { return nil }
        self = decoded
    }

    /// `uid.utid`; without a `utid` the `uid` stands for both; nil without a `uid`.
    var homeAccountID: String? {
        guard let uid, !uid.isEmpty else { return nil }
        guard let utid, !utid.isEmpty else { return "\(uid).\(uid)" }
        return "\(uid).\(utid)"
    }
}
