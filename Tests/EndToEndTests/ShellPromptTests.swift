import Foundation
import Testing

/// `acct prompt`, by itself and in the prompts of real shells.
@Suite struct ShellPromptTests {
    @Test func thePromptHasTheProfileAndItsMarks() async throws {
        try await Sandboxed.run { sandbox in
            func prompt(_ options: [String] = [], _ environment: [String: String?] = [:]) async throws -> String {
                let run = try await sandbox.succeed("prompt", options, environment: environment)
                #expect(run.error == "")
                return run.text
            }
            #expect(try await prompt() == "")
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("reader", as: "bob@contoso.example", ["--read-only"])
            #expect(try await prompt() == "alice\n")
            #expect(try await prompt([], ["ACCT_PROFILE": "reader"]) == "reader (read-only)\n")
            #expect(try await prompt([], ["ACCT_PROFILE": "gone"]) == "")
            let format = ["--format", "<{profile} {username} {tenant}{mode}{state}>"]
            #expect(try await prompt(format) == "<alice alice@contoso.example contoso.example>\n")
            try await sandbox.succeed("sign-out alice")
            #expect(try await prompt() == "alice (signed out)\n")
            try await sandbox.succeed("sign-out reader")
            #expect(try await prompt([], ["ACCT_PROFILE": "reader"]) == "reader (read-only, signed out)\n")
        }
    }

    @Test func notesAreOnlyOnRequest() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("src")
            _ = try sandbox.workspace.file("home/src/.acct", "bob")
            let quiet = try await sandbox.workspace.acct(in: "src", "prompt")
            #expect(quiet.line == "alice" && quiet.error == "")
            let noted = try await sandbox.workspace.acct(in: "src", "prompt --notes")
            #expect(noted.line == "alice" && noted.error.contains("has not been allowed"), "\(noted)")
        }
    }

    /// The prompt that comes with fish shows the status of each command of a pipeline.
    @Test(.needs(.fish)) func thePromptOfFishSeesTheStatusOfEachCommand() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let settings = """
                function fish_prompt; set -l codes $status $pipestatus; echo first; echo "$codes> "; end
                acct shell-init fish --prompt | source
                """
            try await CompletingShell.run(.fish, in: sandbox.workspace, settings: settings) { shell in
                try await shell.wait("[alice] first")
                shell.press("true | sh -c 'exit 7' | false | true\n")
                try await shell.wait("0 0 7 1 0> ")
            }
        }
    }

    /// The profile is in front of the prompt, follows a switch, and leaves the exit code of the last command alone.
    @Test(arguments: CompletingShell.Kind.installed)
    func shellInitPutsTheProfileIntoThePrompt(in kind: CompletingShell.Kind) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            for name in ["src", "src/deep", "other"] { try sandbox.workspace.folder(name) }
            _ = try sandbox.workspace.file("home/src/.acct", "bob")
            let fish = kind == .fish
            let settings =
                fish
                ? "function fish_prompt; echo \"$status> \"; end\nacct shell-init fish --prompt | source"
                // Many prompts are set anew each time.
                : (kind == .bash ? "PROMPT_COMMAND='PS1=\"> \" # always'\n" : "")
                    + "eval \"$(acct shell-init \(kind.name) --prompt)\""
            try await CompletingShell.run(kind, in: sandbox.workspace, settings: settings) { shell in
                try await shell.wait("[alice] \(fish ? "0" : "")> ")
                shell.press("acct use bob\n")
                try await shell.wait("[bob] \(fish ? "0" : "")> ")
                shell.press(fish ? "sh -c 'exit 7'\n" : "(exit 7)\n")
                if fish {
                    try await shell.wait("[bob] 7> ")
                } else {
                    shell.press("echo code=$?\n")
                    try await shell.wait("code=7\n")
                }
                for line in ["cd src", "cd deep", "cd ~/other", "cd ~/src/deep"] { shell.press(line + "\n") }
                shell.press("echo e''nd\n")
                try await shell.wait("end\n")
                let text = shell.terminal.plainText
                #expect(text.components(separatedBy: "has not been allowed").count == 2, "\(text)")
                // Without the program, the prompt is that of the shell.
                for line in [fish ? "set PATH /usr/bin /bin" : "PATH=/usr/bin:/bin", "cd /", "echo l''ast"] {
                    shell.press(line + "\n")
                }
                try await shell.wait("last\n")
                #expect(!shell.terminal.plainText.contains("not found"))
                #expect(!shell.terminal.plainText.contains("Unknown command"))
            }
        }
    }
}
