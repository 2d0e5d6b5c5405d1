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
        continued) compopt -o nospace ;;
    esac
    unset -v 'COMPREPLY[0]'
}
complete -o nosort -F _acct acct
