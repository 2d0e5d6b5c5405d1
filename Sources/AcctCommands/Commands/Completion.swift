import ArgumentParser

/// `acct completion`: print the completion script for a shell.
struct Completion: ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script for a shell.",
        discussion: """
            Put the script where your shell looks for completions; make install does so. The script asks acct for \
            everything it completes: commands and options, profiles, rules, bound directories, permissions and the \
            paths of Graph. No request is sent.

              acct completion bash > ~/.local/share/bash-completion/completions/acct
              acct completion zsh > ~/.zfunc/_acct     (a folder of your $fpath)
              acct completion fish > ~/.config/fish/completions/acct.fish

            An alias in bash needs a line in ~/.bashrc, after the script is loaded; zsh and fish complete aliases by \
            themselves.

              . <(acct completion bash); complete -o nosort -F _acct a
            """)

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        services.output.line(shell.completionScript)
    }
}
