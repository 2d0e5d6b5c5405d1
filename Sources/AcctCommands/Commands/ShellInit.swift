import ArgumentParser

/// `acct shell-init`: print the shell function that lets `acct use --shell` set variables of the shell.
struct ShellInit: Command {
    static let configuration = CommandConfiguration(
        commandName: "shell-init",
        abstract: "Print the commands for your shell's start-up file.",
        discussion: """
            Enables acct use --shell, which chooses a profile for one shell and the programs started from it, while \
            the current profile stays the same for all others. Add the line for your shell to its start-up file:

              eval "$(acct shell-init bash)"       ~/.bashrc
              eval "$(acct shell-init zsh)"        ~/.zshrc
              acct shell-init fish | source        ~/.config/fish/config.fish
            """)

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        services.output.line(shell.initScript)
    }
}

extension Shell {
    /// A function in front of the program: only a shell itself can change its variables. What is no assignment, such as
    /// help, is shown instead of run.
    fileprivate var initScript: String {
        switch self {
        case .bash, .zsh:
            """
            acct() {
              case "${1-} $* " in
                "use "*" --shell "*)
                  local acct_line
                  acct_line=$(ACCT_SHELL=\(rawValue) command acct "$@") || return
                  case $acct_line in
                    "export ACCT_"*|"unset ACCT_"*) eval "$acct_line" ;;
                    *) printf '%s\\n' "$acct_line" ;;
                  esac ;;
                *) command acct "$@" ;;
              esac
            }
            """
        case .fish:
            """
            function acct --wraps acct
              if test "$argv[1]" = use; and contains -- --shell $argv
                set -l acct_line (ACCT_SHELL=fish command acct $argv); or return
                if string match -qr '^set -(gx|e) ACCT_' -- "$acct_line"
                  eval "$acct_line"
                else
                  printf '%s\\n' $acct_line
                end
              else
                command acct $argv
              end
            end
            """
        }
    }
}
