import ArgumentParser

/// `acct completion`: print the completion script for a shell.
struct Completion: Command {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script for a shell.",
        discussion: """
            Put the script where your shell looks for completions; make install does so. Profile names are completed \
            from the store, without a request.

              acct completion bash > ~/.local/share/bash-completion/completions/acct
              acct completion zsh > ~/.zfunc/_acct     (a folder of your $fpath)
              acct completion fish > ~/.config/fish/completions/acct.fish
            """)

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        services.output.line(AcctCommand.completionScript(for: shell.completionShell))
    }
}
