import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct prompt`: print the profile that an action here would use, for the prompt of a shell.
struct Prompt: ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompt",
        abstract: "Print the profile that a command here would use, for a shell's prompt.",
        discussion: """
            Prints the name of the profile and its marks: read-only, signed out, sign-in required. No request is sent. \
            Where no profile acts, and where the store cannot be read, it prints nothing; the exit code is 0 all the \
            same, and stderr stays empty. "acct current" and "acct why" say more.

            In a format, {profile}, {username} and {tenant} stand for those of the profile, {mode} for read-only or \
            nothing, {state} for signed out, sign-in required or nothing, and {marks} for both in parentheses after a \
            space, or nothing. Everything else is printed as it is.

            "acct shell-init bash --prompt" puts the profile in front of the prompt; zsh and fish have the same. The \
            examples do it by hand.

              # bash
              PS1='$(acct prompt --format "[{profile}{marks}] ")'$PS1
              # zsh
              precmd() { psvar[1]=$(acct prompt); }; RPROMPT=%1v
              # fish
              function fish_right_prompt; acct prompt; end
              # starship.toml
              [custom.acct]
              command = "acct prompt"
              when = true
            """)

    @Option(help: ArgumentHelp("The text to print, with placeholders in braces.", valueName: "text"))
    var format = PromptInvocation.standardFormat

    @Flag(help: "Say on stderr when an .acct file here is ignored.")
    var notes = false

    @OptionGroup
    var common: CommonOptions

    var storeAccess: StoreAccess { invocation.storeAccess }

    func run(_ services: Services) throws { invocation.run(services) }

    var invocation: PromptInvocation { PromptInvocation(format: format, notes: notes) }
}

/// The request of `acct prompt`, read from the command line by argument-parser or by the fast path.
struct PromptInvocation: Invocation, Equatable {
    static let standardFormat = "{profile}{marks}"

    var format = standardFormat
    /// Whether stderr mentions an `.acct` file that is ignored.
    var notes = false

    var asJSON: Bool { false }
    var storeAccess: StoreAccess { .readOnly }

    func run(_ services: Services) {
        let services = notes ? services.nonInteractive : services.quiet()
        guard let profile = try? services.selector.decide(nil).profile else { return }
        // The format may colour the text; the names in it, which servers have chosen, may not.
        let text = filled { name in value(of: name, for: profile, services)?.safeLine }
        if !text.isEmpty { services.output.line(text) }
    }

    /// Nil for a name that stands for nothing.
    private func value(of name: Substring, for profile: Profile, _ services: Services) -> String? {
        switch name {
        case "profile": return profile.name.text
        case "username": return profile.username
        case "tenant":
            let domains = try? services.usage.tenantDomains(of: [profile.tenantID])
            return TenantNames(domains ?? [:]).name(of: profile)
        case "mode": return profile.mode == .readOnly ? "read-only" : ""
        case "state": return state(of: profile, services)
        case "marks":
            let marks = [profile.mode == .readOnly ? "read-only" : "", state(of: profile, services)]
                .filter { !$0.isEmpty }
            return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
        default: return nil
        }
    }

    /// The format with each name in braces replaced once: a value may have braces of its own.
    func filled(_ value: (Substring) -> String?) -> String {
        var (text, rest) = ("", format[...])
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            if let close = rest.firstIndex(of: "}"), let value = value(rest[..<close].dropFirst()) {
                text += value
                rest = rest[close...]
            } else {
                text += "{"
            }
            rest = rest.dropFirst()
        }
        return text + rest
    }

    /// Empty also where the state cannot be read: the profile is known all the same.
    private func state(of profile: Profile, _ services: Services) -> String {
        let status = try? services.profiles.status(of: profile.name, at: services.clock.now())
        return status?.state.remark ?? ""
    }
}

extension PromptInvocation {
    /// The line as the fast path reads it; nil for one that argument-parser has to read.
    init?(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--notes": notes = true
            case "--format":
                guard let format = words.next(), !format.hasPrefix("-") else { return nil }
                self.format = format
            default: return nil
            }
        }
    }
}
