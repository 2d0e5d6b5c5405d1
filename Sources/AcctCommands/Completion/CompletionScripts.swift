/// The completion scripts. They know no command: they hand the line to the program and insert its reply.
///
/// Candidates hold text from the store, and servers have a say in that. So no script evaluates or expands them: no
/// `compgen -W`, no `eval`, no unquoted expansion. The program runs as it was typed where that is the path of a program,
/// because it need not be in `PATH`, and otherwise as `acct`: the word may be an alias.
extension Shell {
    var completionScript: String {
        switch self {
        case .bash: Self.bashCompletion
        case .zsh: Self.zshCompletion
        case .fish: Self.fishCompletion
        }
    }

    private static let bashCompletion = #"""
        # Completion of acct in bash. The program replies with words that are quoted already.
        _acct() {
            local program=${COMP_WORDS[0]/#"~/"/"${HOME-}/"} typed=${COMP_LINE:0:COMP_POINT} reply
            typed=${typed##*[[:space:]]}
            [[ $program == */* && -x $program ]] || program=acct
            COMPREPLY=()
            reply=$(command "$program" ---complete bash "$COMP_TYPE" "${COLUMNS-}" "$COMP_WORDBREAKS" \
                "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null) && [[ -n $reply ]] || return 0
            # A pipe, since bash keeps a long here-string in a file, for which a full disk has no room.
            mapfile -t COMPREPLY < <(printf '%s\n' "$reply")
            case ${COMPREPLY[0]} in
                files) compopt -o default; COMPREPLY=() ;;
                directories) compopt -o dirnames; COMPREPLY=() ;;
                commands) mapfile -t COMPREPLY < <(printf '%s\n' commands; compgen -c -- "$typed" | sort -u) ;;
                program) _acct_program "${COMPREPLY[1]}"; return 0 ;;
                continued) compopt -o nospace ;;
            esac
            unset -v 'COMPREPLY[0]'
        }
        # Completion of a program as by its own script, where the package bash-completion finds that; or else of files. The
        # argument is the line up to the program.
        _acct_program() {
            local before=$1 offset=0
            COMPREPLY=()
            while [[ $before == *[![:space:]]* ]] && ((offset < COMP_CWORD)); do
                before=${before#*"${COMP_WORDS[offset]}"}
                ((++offset))
            done
            if declare -F _command_offset >/dev/null; then
                _command_offset "$offset"
            else
                compopt -o default
            fi
        }
        complete -o nosort -F _acct acct
        """#

    private static let zshCompletion = #"""
        #compdef acct
        # Completion of acct in zsh, for a folder of $fpath or as it is.
        _acct() {
            local program=${(Q)words[1]}
            local -a reply
            program=${program/#\~\//$HOME/}
            [[ $program == */* && -x $program ]] || program=acct
            reply=("${(@f)$(command $program ---complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" \
                2>/dev/null </dev/null)}")
            case $reply[1] in
                files) compset -P "${(b)reply[2]}"; _files ;;
                directories) compset -P "${(b)reply[2]}"; _files -/ ;;
                commands) _command_names -e ;;
                program)
                    shift $reply[2] words
                    (( CURRENT -= reply[2] ))
                    _normal ;;
                continued) reply[1]=(); _describe -V -t values value reply -S '' ;;
                words) reply[1]=(); _describe -V -t values value reply ;;
                *) return 1 ;;
            esac
        }
        if [[ $funcstack[1] == _acct ]]; then _acct "$@"; else compdef _acct acct; fi
        """#

    private static let fishCompletion = #"""
        # Completion of acct in fish.
        function __acct_complete
            set -l program acct
            set -l words (commandline -opc)
            set -l token (commandline -ct)
            while string match -qr '^\w+=' -- "$words[1]"
                set -e words[1]
            end
            if string match -q '*/*' -- "$words[1]"; and test -x "$words[1]"
                set program $words[1]
            end
            set -l reply (command $program ---complete fish $words[2..] "$token" 2>/dev/null </dev/null)
            # The path of --option=path is completed without the option.
            set -l lead "$reply[2]"
            set -l path (string replace -- "$lead" '' "$token")
            switch "$reply[1]"
                case files
                    for file in (complete -C "__acct_files $path")
                        printf '%s\n' "$lead$file"
                    end
                case directories
                    for directory in (__fish_complete_directories "$path")
                        printf '%s\n' "$lead$directory"
                    end
                case commands
                    complete -C "$token"
                case program
                    set -e words[1..$reply[2]]
                    complete -C (string join ' ' -- (string escape -- $words) "$token")
                case '*'
                    printf '%s\n' $reply[2..]
            end
        end
        complete -k -c acct -f -a '(__acct_complete)'
        """#
}
