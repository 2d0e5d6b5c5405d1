/// The last question of a device sign-in: a code that somebody else sent is how people are tricked.
struct DeviceConfirmationPage {
    let interaction: Interaction
    let identity: Identity

    func response() -> Response {
        let content: HTML = """
            <h1>Are you signing in to \(interaction.application.name)?</h1>
            <p>Continue only if you started this yourself, as
            <span id="username">\(identity.account.username)</span>, on a device you trust.</p>
            <form method="post" action="/login" id="confirm">
            <input type="hidden" name="request" value="\(interaction.id)">
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            <button class="primary" name="answer" value="accept" id="accept">Continue</button>
            </div>
            </form>
            """
        return Page(title: "Confirm the sign-in", content: content).response()
    }
}
