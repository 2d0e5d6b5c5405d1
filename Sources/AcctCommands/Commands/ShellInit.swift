import ArgumentParser

/// `acct shell-init`: print the shell function that lets `acct use --shell` set variables of the shell, and the one
/// that puts the profile into the prompt.
struct ShellInit: ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell-init",
        abstract: "Print the commands for your shell's start-up file.",
        discussion: """
            Enables acct use --shell, which chooses a profile for one shell and the programs started from it, while \
            the current profile stays the same for all others. Add the line for your shell to its start-up file:

              eval "$(acct shell-init bash)"       ~/.bashrc
              eval "$(acct shell-init zsh)"        ~/.zshrc
              acct shell-init fish | source        ~/.config/fish/config.fish

            With --prompt, the profile that a command here would use also stands in front of the prompt, with its \
            marks, and a note appears once when an .acct file of the directory is ignored. acct prompt --help has \
            other ways.

              eval "$(acct shell-init bash --prompt)"
            """)

    @Argument(help: "The shell.")
    var shell: Shell

    @Flag(help: "Also put the profile in front of the prompt.")
    var prompt = false

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        services.output.line(shell.initScript + (prompt ? "\n" + shell.promptScript : ""))
    }
}

extension Shell {
    /// A function in front of the program: only a shell itself can change its variables. What is no assignment, such as
    /// help, is shown instead of run.
    fileprivate var initScript: String {
        switch self {
        case .bash, .zsh:
            """
            function acct() {
              local IFS=' '
              case "${1-} $* " in
                "use "*" --shell "* | "switch "*" --shell "*)
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
              if contains -- "$argv[1]" use switch; and contains -- --shell $argv
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

extension Shell {
    /// The profile is in a variable that the prompt shows: in the prompt itself a shell would expand it.
    ///
    /// A directory whose `.acct` file is ignored has a note, which is shown once for each text: below the directory it is
    /// the same.
    fileprivate var promptScript: String {
        switch self {
        case .bash:
            #"""
            __acct_prompt() {
              local acct_status=$? acct_note
              __acct_profile=
              type -P acct >/dev/null || return "$acct_status"
              __acct_profile=$(command acct prompt)
              if [[ $PWD != "${__acct_directory-}" ]]; then
                __acct_directory=$PWD
                acct_note=$(command acct prompt --notes 2>&1 >/dev/null)
                if [[ ${__acct_notes-} != *"$acct_note"* ]]; then
                  printf '%s\n' "$acct_note" >&2
                  __acct_notes+=$acct_note
                fi
              fi
              [[ $PS1 == *__acct_profile* ]] || PS1='${__acct_profile:+[$__acct_profile] }'$PS1
              return "$acct_status"
            }
            # The last one, since another may set PS1. It is on a line of its own: the one before may end in a comment.
            if [[ ${PROMPT_COMMAND[*]-} != *__acct_prompt* ]]; then
              if ((${#PROMPT_COMMAND[@]} > 1)); then
                PROMPT_COMMAND+=(__acct_prompt)
              else
                PROMPT_COMMAND=${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}__acct_prompt
              fi
            fi
            """#
        case .zsh:
            #"""
            __acct_prompt() {
              emulate -L zsh
              psvar[9]=
              (( $+commands[acct] )) || return 0
              psvar[9]=$(command acct prompt)
              [[ $PROMPT == *%9v* ]] || PROMPT='%(9V.[%9v] .)'$PROMPT
              # The last one, since another may set PROMPT.
              [[ $precmd_functions[-1] == __acct_prompt ]] || {
                add-zsh-hook -d precmd __acct_prompt
                add-zsh-hook precmd __acct_prompt
              }
            }
            __acct_note() {
              emulate -L zsh
              (( $+commands[acct] )) || return 0
              local acct_note=$(command acct prompt --notes 2>&1 >/dev/null)
              [[ ${__acct_notes-} == *"$acct_note"* ]] && return
              print -r -- "$acct_note" >&2
              __acct_notes+=$acct_note
            }
            autoload -Uz add-zsh-hook
            add-zsh-hook precmd __acct_prompt
            add-zsh-hook chpwd __acct_note
            __acct_note
            """#
        case .fish:
            #"""
            if status is-interactive
              functions -q __acct_fish_prompt; or functions -c fish_prompt __acct_fish_prompt
              function fish_prompt
                # First, while $status and $pipestatus are those of the last command.
                set -l acct_prompt (__acct_fish_prompt)
                set -l acct_profile (command -q acct; and command acct prompt)
                test -n "$acct_profile"; and printf '[%s] ' $acct_profile
                printf '%s\n' $acct_prompt
              end
              function __acct_note --on-variable PWD
                command -q acct; or return 0
                set -l acct_note (command acct prompt --notes 2>&1 >/dev/null)
                if test -n "$acct_note"; and not contains -- "$acct_note" $__acct_notes
                  printf '%s\n' $acct_note >&2
                  set -ga __acct_notes "$acct_note"
                end
              end
              __acct_note
            end
            """#
        }
    }
}
