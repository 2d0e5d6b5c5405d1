import NIOHTTP1

/// The page for the user code of a device.
struct DeviceCodePage {
    var problem: String?
    var typed = ""

    func response() -> HTTPServerResponse {
        let described: HTML = problem == nil ? "" : " aria-describedby=\"message\" aria-invalid=\"true\""
        let message: HTML = problem.map { "<p class=\"error\" id=\"message\" role=\"alert\">\($0)</p>" } ?? ""
        let content: HTML = """
            <h1>Enter code</h1>
            <p class="soft">Type the code your app or device shows.</p>
            <form method="post" action="/common/oauth2/deviceauth" id="device">
            <label for="user_code">Code</label>
            <input type="text" id="user_code" name="user_code" value="\(typed)" maxlength="32" required autofocus
            autocomplete="off" autocapitalize="characters" spellcheck="false"\(described)>
            \(message)
            <div class="buttons"><button class="primary" id="next">Next</button></div>
            </form>
            """
        return HTMLPage(title: "Sign in to your device", content: content, status: problem == nil ? .ok : .badRequest)
            .response()
    }
}

/// The confirmation of a device sign-in, since attackers send their own user codes to victims (RFC 8628 §5.4).
struct DeviceConfirmationPage {
    let signIn: PendingSignIn
    let identity: TenantIdentity

    func response() -> HTTPServerResponse {
        let content: HTML = """
            <h1>Are you signing in to \(signIn.application.name)?</h1>
            <p>Continue only if you started this yourself, as
            <span id="username">\(identity.account.username)</span>, on a device you trust.</p>
            <form method="post" action="/login" id="confirm">
            <input type="hidden" name="request" value="\(signIn.id)">
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            <button class="primary" name="answer" value="accept" id="accept">Continue</button>
            </div>
            </form>
            """
        return HTMLPage(title: "Confirm the sign-in", content: content).response()
    }
}
