import Testing

/// The sandbox's pages and the loopback redirect in a browser that enforces content security policy, form posts to
/// another port, and cookies.
@Suite(.serialized, .needs(.chromium, .chromedriver)) struct ChromiumTests {
    @Test func browserSignInReturnsToLoopbackWithoutACodeInTheAddress() async throws {
        try await Sandboxed.run { sandbox in
            try await Chromium.run { browser in
                let recorded = try RecordedBrowser(in: sandbox.workspace)
                let waiting = try sandbox.workspace.start(
                    [
                        Products.acct, "add", "alice", "--authority", sandbox.server.authority, "--client-id",
                        sandbox.server.clientId, "--browser", recorded.command, "--timeout", "120",
                    ])
                let request = try await recorded.request(openedBy: waiting)
                #expect(request.url.contains("response_mode=form_post"))

                try await browser.open(request.start)
                #expect(try await browser.heading == "Sign in")
                try await browser.saveScreenshot("accounts")
                try await browser.click("button.account[value^='alice@contoso.example:']")
                try await eventually("the page asks for consent") {
                    try await browser.heading == "Permissions requested"
                }
                try await browser.saveScreenshot("consent")
                try await browser.click("#accept")

                let run = try await waiting.run()
                #expect(run.status == 0, "\(run)")
                try await eventually("the browser is redirected") {
                    try await browser.address.hasPrefix(request.redirectURI)
                }
                #expect(try await browser.address == request.redirectURI + "/", "no code in the browser's history")
                try await browser.saveScreenshot("closing")
                #expect(try await sandbox.displayName("alice") == "Alice Ångström")
            }
        }
    }

    @Test func deviceCodeIsTypedInTheBrowser() async throws {
        try await Sandboxed.run { sandbox in
            try await Chromium.run { browser in
                let waiting = try sandbox.startDeviceCode("add bob")
                let code = try await sandbox.userCode(shownBy: waiting)
                try await browser.open("\(sandbox.server.graph)/device")
                try await browser.type(code, into: "#user_code")
                try await browser.saveScreenshot("device")
                try await browser.click("#next")
                try await browser.click("button.account[value^='bob@contoso.example:']")
                try await browser.click("#accept")
                #expect(try await waiting.run().status == 0)
                try await browser.saveScreenshot("device-done")
            }
        }
    }
}
