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
