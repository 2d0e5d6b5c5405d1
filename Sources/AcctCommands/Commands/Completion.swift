import ArgumentParser

/// `acct completion`: the script that a shell completes `acct` with.
struct Completion: Command {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script for a shell.",
        discussion: """
            Put it where your shell looks for such scripts; make install has done so already. Profile names complete \
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
        services.output.line(AcctCommand.completionScript(for: shell.script))
    }
}
