import Crypto
import Synchronization

/// The address that the browser is started with. It redirects to the sign-in page.
///
/// Every user of the machine can read the arguments of a browser. The page's URL would let another user complete the
/// sign-in, with an account of their own: it has the `state`, the `nonce` and the PKCE challenge.
final class StartAddress: Sendable {
    /// `/start/` and 128 random bits.
    let path = "/start/" + RandomToken.make(size: .bits128)
    private let state = Mutex<State>(State())

    private struct State {
        var page: String?
        var isVisited = false
    }

    /// Sets the page that the address redirects to. Before that, every visit finds the address spent.
    func setTarget(_ page: String) {
        state.withLock { $0.page = page }
    }

    /// The page to redirect a visitor to; nil where the address is spent.
    ///
    /// A verified peer may come again, because a person reloads the tab or opens the address in another browser. Any other
    /// peer gets the page only if it is the first visitor.
    func page(for peer: LoopbackPeer) -> String? {
        guard peer != .refused else { return nil }
        return state.withLock { state in
            guard let page = state.page, peer == .verified || !state.isVisited else { return nil }
            state.isVisited = true
            return page
        }
    }
}
