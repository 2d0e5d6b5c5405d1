import Foundation
import Testing

/// `az` and `azd` as links to `acct`, with the environment of `acct exec`.
@Suite struct AzureShimTests {
    struct Token: Decodable {
        let accessToken, expiresOn, tenant, tokenType: String
        let subscription: String?
        let expires_on: Int
    }

    @Test func tokenHasTheFormThatSDKsRead() async throws {
        try await Shimmed.run { shims in
            let run = try await shims.run("az account get-access-token --output json", ["TZ": "Asia/Kolkata"])
            #expect(run.status == 0 && run.error.isEmpty, "\(run)")
            let token = try run.json(Token.self)
            #expect(token.tenant == World.contoso && token.subscription == World.contoso && token.tokenType == "Bearer")
            let local = DateFormatter()
            local.locale = Locale(identifier: "en_US_POSIX")
            local.timeZone = TimeZone(identifier: "Asia/Kolkata")
            local.dateFormat = "yyyy-MM-dd HH:mm:ss.SSSSSS"
            #expect(local.date(from: token.expiresOn)?.timeIntervalSince1970 == Double(token.expires_on))
            let names = run.text.matches(of: #/\n  "(\w+)": /#).map { String($0.1) }
            #expect(names == ["accessToken", "expiresOn", "expires_on", "subscription", "tenant", "tokenType"])
            #expect(run.text.hasPrefix("{\n") && run.text.hasSuffix("\n}\n"), "\(run)")
            #expect(try await shims.subscriptionNames(token.accessToken) == ["Contoso Production", "Contoso Test"])
        }
    }

    @Test func queryPrintsTheTokenAlone() async throws {
        try await Shimmed.run { shims in
            for line in [
                "az account get-access-token --query accessToken -o tsv",
                "az account get-access-token --resource https://management.azure.com --query accessToken --out=tsv",
                "az account get-access-token --scope https://management.azure.com/.default --query accessToken -otsv",
                "az account get-access-token --resource-type arm --query [accessToken] -o=tsv --only-show-errors",
            ] {
                let run = try await shims.run(line)
                #expect(run.status == 0 && run.error.isEmpty && run.text == "\(run.line)\n", "\(run)")
                #expect(try await shims.subscriptionNames(run.line).count == 2, "\(line)")
            }
        }
    }

    @Test func accountIsThePerson() async throws {
        struct Account: Decodable {
            let environmentName, id, name, state, tenantId: String
            let isDefault: Bool
            let user: [String: String]
        }
        try await Shimmed.run { shims in
            let account = try await shims.run("az account show").json(Account.self)
            #expect(account.id == World.contoso && account.tenantId == World.contoso && account.isDefault)
            #expect(account.name == "N/A(tenant level account)" && account.environmentName == "AzureCloud")
            #expect(account.user == ["name": "dana@contoso.example", "type": "user"])
            try shims.storeSubscription()
            let stored = try await shims.run("az account show -o=json").json(Account.self)
            #expect(stored.id == "5ab" && stored.name == "Stored" && stored.user == account.user)
            #expect(try await shims.run("az account show --query user.name -o tsv").text == "dana@contoso.example\n")
            let token = try await shims.run("az account get-access-token --subscription stored").json(Token.self)
            #expect(token.subscription == "5ab")
        }
    }

    @Test func otherTenantIsServedByTheProfileOfTheSameAccount() async throws {
        try await Shimmed.run { shims in
            try await shims.sandbox.succeed("add dana-fab --account dana --tenant fabrikam.example")
            for (tenant, id) in [
                ("contoso.example", World.contoso), (World.contoso.uppercased(), World.contoso),
                ("fabrikam.example", World.fabrikam), (World.fabrikam, World.fabrikam),
            ] {
                let token = try await shims.run("az account get-access-token --tenant \(tenant)").json(Token.self)
                #expect(token.tenant == tenant && token.subscription == nil, "\(tenant)")
                #expect(try tokenClaims(of: token.accessToken)["tid"] as? String == id, "\(tenant)")
                let other = try await shims.run("azd auth token -o json --tenant-id \(tenant)")
                #expect(
                    try tokenClaims(of: try other.json(DeveloperToken.self).token)["tid"] as? String == id, "\(other)")
            }
            let run = try await shims.run("az account get-access-token --tenant tailspin.example")
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.error.hasSuffix("acct add NAME --account dana --tenant tailspin.example\n"), "\(run)")
        }
    }

    @Test func requiredSignInIsAnErrorThatSDKsShow() async throws {
        try await Shimmed.run { shims in
            try await shims.sandbox.succeed("sign-out dana")
            let run = try await shims.run("az account get-access-token --resource https://management.azure.com")
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.error == "ERROR: dana is signed out. Run: acct sign-in dana\n")
            let developer = try await shims.run("azd auth token --output json --no-prompt")
            #expect(developer.status == 1 && developer.output.isEmpty)
            let error = try JSONDecoder().decode([String: String].self, from: Data(developer.error.utf8))
            #expect(error["error"] == "dana is signed out. Run: acct sign-in dana", "\(developer)")
            #expect(error["suggestion"] == "Run: acct sign-in dana")
            let unknown = try await shims.run("az account show", ["ACCT_EXEC": "nobody"])
            #expect(unknown.status == 1 && unknown.error.hasPrefix("ERROR: There is no profile named"), "\(unknown)")
        }
    }
}

/// `azd auth token`.
extension AzureShimTests {
    struct DeveloperToken: Decodable { let token, expiresOn: String }

    @Test func developerTokenHasTheFormThatSDKsRead() async throws {
        try await Shimmed.run { shims in
            let run = try await shims.run("azd auth token --output json --no-prompt")
            #expect(run.status == 0 && run.error.isEmpty && run.text.hasSuffix("}\n"), "\(run)")
            let token = try run.json(DeveloperToken.self)
            #expect(token.expiresOn.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(run)")
            #expect(try await shims.subscriptionNames(token.token).count == 2)
        }
    }

    @Test func claimsAreAnsweredWithANewToken() async throws {
        try await Shimmed.run { shims in
            let line = "azd auth token -o json --scope https://management.azure.com/.default"
            let first = try await shims.run(line).json(DeveloperToken.self).token
            #expect(try await shims.run(line).json(DeveloperToken.self).token == first)
            let claims = Data(#"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#.utf8).base64EncodedString()
            #expect(try await shims.run("\(line) --claims \(claims)").json(DeveloperToken.self).token != first)
            let wrong = try await shims.run("\(line) --claims nonsense")
            #expect(wrong.status == 1 && wrong.error.hasPrefix(#"{"error":"The value of --claims"#), "\(wrong)")
        }
    }
}

/// Command lines for the real tool.
extension AzureShimTests {
    @Test func otherLinesGoToTheRealTool() async throws {
        try await Shimmed.run { shims in
            try shims.install("az", #"printf '%s|' "$@" "$ACCT_EXEC"; cat; exit 42"#)
            try shims.install("azd", "echo real")
            try shims.storeSubscription()
            let command = shims.path("az")
            let run = try await shims.sandbox.workspace.run(
                [command, "vm", "list", "a b", "", "--query", "[].x"], input: .bytes(Data("input".utf8)),
                environment: shims.environment)
            #expect(
                run.status == 42 && run.text == "vm|list|a b||--query|[].x|dana|input" && run.error.isEmpty, "\(run)")
            #expect(try await shims.run("azd up").text == "real\n")
            #expect(try await shims.run("az version").status == 42)
            // Outside of `acct exec` nothing is answered.
            let outside = try await shims.run("az account show", ["ACCT_EXEC": nil])
            #expect(outside.status == 42 && outside.text == "account|show||", "\(outside)")
        }
    }

    @Test func missingToolIsNamed() async throws {
        try await Shimmed.run { shims in
            for line in ["az vm list", "azd up", "az", "az login"] {
                let run = try await shims.run(line)
                #expect(run.status == 127 && run.output.isEmpty, "\(run)")
                #expect(run.error.hasPrefix("acct: This command needs the Azure "), "\(run)")
                #expect(run.error.split(separator: "\n").count == 1, "\(run)")
            }
            #expect(try await shims.run("az account show", ["ACCT_EXEC": nil]).status == 127)
            #expect(try await shims.run("az version").text.contains("\"azure-cli\": \"2."))
        }
    }

    @Test func azureCLIIsSignedInOnce() async throws {
        try await Shimmed.run { shims in
            try shims.install(
                "az",
                #"""
                echo "$@" >>~/lines
                if [ "$1" = login ]; then
                    sleep 0.2 # the other one comes meanwhile
                    printf '{"subscriptions":[{"id":"i","name":"n","tenantId":"t"}]}' >"$AZURE_CONFIG_DIR/azureProfile.json"
                fi
                """#)
            try FileManager.default.removeItem(atPath: "\(shims.sandbox.workspace.home)/azure")
            async let first = shims.run("az group list")
            async let second = shims.run("az group list")
            let runs = try await [first, second]
            #expect(runs.allSatisfy { $0.status == 0 && $0.output.isEmpty }, "\(runs)")
            #expect(runs.map(\.error).sorted() == ["", "acct: Signing the Azure CLI in as dana, once.\n"], "\(runs)")
            let login = "login --identity --allow-no-subscriptions --output none --only-show-errors"
            #expect(try shims.lines() == [login, "group list", "group list"])
        }
    }

    @Test func developerCLITakesItsTokensFromAz() async throws {
        try await Shimmed.run { shims in
            try shims.install(
                "azd",
                #"""
                echo "$@" >>~/lines
                if [ "$1" = config ]; then mkdir -p "$AZD_CONFIG_DIR"; echo {} >"$AZD_CONFIG_DIR/config.json"; fi
                echo "$1"
                """#)
            let folder = ["AZD_CONFIG_DIR": "\(shims.sandbox.workspace.home)/azd"]
            for line in ["azd auth login", "azd version", "azd up", "azd down"] {
                let run = try await shims.run(line, folder)
                #expect(run.text == "\(line.split(separator: " ")[1])\n" && run.error.isEmpty, "\(run)")
            }
            #expect(
                try shims.lines() == ["auth login", "version", "config set auth.useAzCliAuth true", "up", "down"])
        }
    }

    @Test func defaultSubscriptionIsFoundByTheAzureCLI() async throws {
        try await Shimmed.run { shims in
            try shims.install(
                "az",
                #"""
                echo "$1" >>~/lines; echo noise; echo noise >&2
                printf '{"subscriptions":[{"id":"i","name":"n","tenantId":"t","isDefault":true}]}' \
                    >"$AZURE_CONFIG_DIR/azureProfile.json"
                """#)
            for _ in 1...2 {
                let run = try await shims.run("az account show --query [id,user.name] -o tsv")
                #expect(run.text == "i\ndana@contoso.example\n" && run.error.isEmpty, "\(run)")
            }
            #expect(try shims.lines() == ["login"])
            try shims.install("az", "exit 1")
            let run = try await shims.run(
                "az account show --query name -o tsv", ["AZURE_CONFIG_DIR": try shims.sandbox.workspace.folder("other")]
            )
            #expect(run.text == "N/A(tenant level account)\n" && run.error.isEmpty, "\(run)")
        }
    }

    @Test func failedSignInOfTheAzureCLIEndsTheCommand() async throws {
        try await Shimmed.run { shims in
            try shims.install("az", #"echo "$1" >>~/lines; echo 'ERROR: no' >&2; exit 3"#)
            let run = try await shims.run("az group list")
            #expect(run.status == 3 && run.output.isEmpty, "\(run)")
            #expect(run.error == "acct: Signing the Azure CLI in as dana, once.\nERROR: no\n")
            #expect(try shims.lines() == ["login"])
            // The Azure CLI would advise a sign-in of its own.
            try await shims.sandbox.succeed("sign-out dana")
            let signedOut = try await shims.run("az group list")
            #expect(signedOut.status == 1 && signedOut.output.isEmpty)
            #expect(signedOut.error == "ERROR: dana is signed out. Run: acct sign-in dana\n")
            try shims.storeSubscription()
            #expect(try await shims.run("az group list").error == signedOut.error)
            // These need no account.
            for line in ["az login", "az cloud list", "az group list --help"] {
                #expect(try await shims.run(line).error == "ERROR: no\n", "\(line)")
            }
        }
    }
}
