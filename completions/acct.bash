#!/bin/bash

__acct_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__acct_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__acct_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__acct_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_acct() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __acct_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|sign-in|sign-out|consent|client-id|use|list|show|current|edit|rename|remove|token|graph|batch|open|scopes|why|bind|unbind|allow|rule|import|export|store|completion|shell-init|help)
        # Offer subcommand argument completions
        "_acct_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add sign-in sign-out consent client-id use list show current edit rename remove token graph batch open scopes why bind unbind allow rule import export store completion shell-init help' -- "${cur}"))
        ;;
    esac
}

_acct_add() {
    repeating_flags=()
    non_repeating_flags=(--all-tenants --read-only --use --device-code --paste --client-secret-stdin --managed-identity --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(--scope)
    non_repeating_options=(--tenant --cloud --authority --issuer --graph --client-id --account --username --browser --domain-hint --redirect-port --timeout --certificate --federated-token-file --identity)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--tenant')
        return
        ;;
    '--cloud')
        __acct_add_completions -W 'global'$'\n''usgov'$'\n''dod'$'\n''china'
        return
        ;;
    '--authority')
        return
        ;;
    '--issuer')
        return
        ;;
    '--graph')
        return
        ;;
    '--client-id')
        return
        ;;
    '--account')
        __acct_add_completions -W "$(__acct_custom_complete ---completion add -- --account "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    '--username')
        return
        ;;
    '--scope')
        return
        ;;
    '--browser')
        return
        ;;
    '--domain-hint')
        return
        ;;
    '--redirect-port')
        return
        ;;
    '--timeout')
        return
        ;;
    '--certificate')
        __acct_add_completions -f
        return
        ;;
    '--federated-token-file')
        __acct_add_completions -f
        return
        ;;
    '--identity')
        return
        ;;
    esac
}

_acct_sign-in() {
    repeating_flags=()
    non_repeating_flags=(--device-code --paste --client-secret-stdin --managed-identity --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(--scope)
    non_repeating_options=(--browser --domain-hint --redirect-port --timeout --certificate --federated-token-file --identity)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--scope')
        return
        ;;
    '--browser')
        return
        ;;
    '--domain-hint')
        return
        ;;
    '--redirect-port')
        return
        ;;
    '--timeout')
        return
        ;;
    '--certificate')
        __acct_add_completions -f
        return
        ;;
    '--federated-token-file')
        __acct_add_completions -f
        return
        ;;
    '--identity')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion sign-in -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_sign-out() {
    repeating_flags=()
    non_repeating_flags=(--all --revoke --browser --yes -y --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion sign-out -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_consent() {
    repeating_flags=()
    non_repeating_flags=(--admin --print --device-code --paste --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(--scope)
    non_repeating_options=(--browser --domain-hint --redirect-port --timeout)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--scope')
        return
        ;;
    '--browser')
        return
        ;;
    '--domain-hint')
        return
        ;;
    '--redirect-port')
        return
        ;;
    '--timeout')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion consent -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_client-id() {
    repeating_flags=()
    non_repeating_flags=(--clear --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1
}

_acct_use() {
    repeating_flags=()
    non_repeating_flags=(--shell --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion use -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_list() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 0
}

_acct_show() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion show -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_current() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(-p --profile)
    __acct_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-p'|'--profile')
        __acct_add_completions -W "$(__acct_custom_complete ---completion current -- --profile "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_edit() {
    repeating_flags=()
    non_repeating_flags=(--read-only --read-write --default-browser --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(--scope)
    non_repeating_options=(--client-id --browser --graph)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--scope')
        return
        ;;
    '--client-id')
        return
        ;;
    '--browser')
        return
        ;;
    '--graph')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion edit -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_rename() {
    repeating_flags=()
    non_repeating_flags=(--no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion rename -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_remove() {
    repeating_flags=()
    non_repeating_flags=(--yes -y --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion remove -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_token() {
    repeating_flags=()
    non_repeating_flags=(--force-refresh --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(--scope)
    non_repeating_options=(-p --profile --resource --min-validity)
    __acct_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-p'|'--profile')
        __acct_add_completions -W "$(__acct_custom_complete ---completion token -- --profile "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    '--scope')
        return
        ;;
    '--resource')
        return
        ;;
    '--min-validity')
        return
        ;;
    esac
}

_acct_graph() {
    repeating_flags=()
    non_repeating_flags=(--beta --count -i --include --silent --paginate --ndjson --wait --all-profiles --json --no-input --verbose -v --quiet --version -h --help)
    repeating_options=(-H --header -f --raw-field -F --field --select --orderby --expand)
    non_repeating_options=(-X --method --input --filter --top --search -q --jq --output -o --max-items --resume-from --cache --stale-ok --max-wait -p --profile --profiles)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-X'|'--method')
        return
        ;;
    '-H'|'--header')
        return
        ;;
    '--input')
        __acct_add_completions -f
        return
        ;;
    '-f'|'--raw-field')
        return
        ;;
    '-F'|'--field')
        return
        ;;
    '--select')
        return
        ;;
    '--filter')
        return
        ;;
    '--top')
        return
        ;;
    '--orderby')
        return
        ;;
    '--expand')
        return
        ;;
    '--search')
        return
        ;;
    '-q'|'--jq')
        return
        ;;
    '--output'|'-o')
        __acct_add_completions -f
        return
        ;;
    '--max-items')
        return
        ;;
    '--resume-from')
        return
        ;;
    '--cache')
        return
        ;;
    '--stale-ok')
        return
        ;;
    '--max-wait')
        return
        ;;
    '-p'|'--profile')
        __acct_add_completions -W "$(__acct_custom_complete ---completion graph -- --profile "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    '--profiles')
        __acct_add_completions -W "$(__acct_custom_complete ---completion graph -- --profiles "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion graph -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_batch() {
    repeating_flags=()
    non_repeating_flags=(--beta --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--max-wait -p --profile)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--max-wait')
        return
        ;;
    '-p'|'--profile')
        __acct_add_completions -W "$(__acct_custom_complete ---completion batch -- --profile "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -f
        return
        ;;
    esac
}

_acct_open() {
    repeating_flags=()
    non_repeating_flags=(--print --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(-p --profile)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-p'|'--profile')
        __acct_add_completions -W "$(__acct_custom_complete ---completion open -- --profile "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W 'portal'$'\n''entra'$'\n''admin'$'\n''outlook'$'\n''teams'$'\n''sharepoint'$'\n''account'
        return
        ;;
    esac
}

_acct_scopes() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(-X --method --import)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-X'|'--method')
        return
        ;;
    '--import')
        __acct_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion scopes -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_why() {
    repeating_flags=()
    non_repeating_flags=(--beta --count --all --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(-H --header -f --raw-field -F --field --select --orderby --expand --scope)
    non_repeating_options=(-X --method --input --filter --top --search --batch --resource -p --profile)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-X'|'--method')
        return
        ;;
    '-H'|'--header')
        return
        ;;
    '--input')
        __acct_add_completions -f
        return
        ;;
    '-f'|'--raw-field')
        return
        ;;
    '-F'|'--field')
        return
        ;;
    '--select')
        return
        ;;
    '--filter')
        return
        ;;
    '--top')
        return
        ;;
    '--orderby')
        return
        ;;
    '--expand')
        return
        ;;
    '--search')
        return
        ;;
    '--batch')
        __acct_add_completions -f
        return
        ;;
    '--scope')
        return
        ;;
    '--resource')
        return
        ;;
    '-p'|'--profile')
        __acct_add_completions -W "$(__acct_custom_complete ---completion why -- --profile "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion why -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_bind() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion bind -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __acct_add_completions -d
        return
        ;;
    esac
}

_acct_unbind() {
    repeating_flags=()
    non_repeating_flags=(--no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -d
        return
        ;;
    esac
}

_acct_allow() {
    repeating_flags=()
    non_repeating_flags=(--revoke --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -f
        return
        ;;
    esac
}

_acct_rule() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|add|remove)
        # Offer subcommand argument completions
        "_acct_rule_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list add remove' -- "${cur}"))
        ;;
    esac
}

_acct_rule_list() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 0
}

_acct_rule_add() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    2)
        __acct_add_completions -W "$(__acct_custom_complete ---completion rule add -- positional@1 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_rule_remove() {
    repeating_flags=()
    non_repeating_flags=(--no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W "$(__acct_custom_complete ---completion rule remove -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_import() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    profiles|msal|azure-cli)
        # Offer subcommand argument completions
        "_acct_import_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'profiles msal azure-cli' -- "${cur}"))
        ;;
    esac
}

_acct_import_profiles() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=(--trust)
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--trust')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -f
        return
        ;;
    esac
}

_acct_import_msal() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--authority --issuer --graph --client-id --name)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--authority')
        return
        ;;
    '--issuer')
        return
        ;;
    '--graph')
        return
        ;;
    '--client-id')
        return
        ;;
    '--name')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -f
        return
        ;;
    esac
}

_acct_import_azure-cli() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--client-id --name)
    __acct_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--client-id')
        return
        ;;
    '--name')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -f
        return
        ;;
    esac
}

_acct_export() {
    repeating_flags=()
    non_repeating_flags=(--force --yes --json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --output -o)
    __acct_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __acct_add_completions -W 'profiles'$'\n''msal'
        return
        ;;
    '--output'|'-o')
        __acct_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __acct_add_completions -W "$(__acct_custom_complete ---completion export -- positional@0 "${COMP_CWORD}" "$(__acct_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_acct_store() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    repair)
        # Offer subcommand argument completions
        "_acct_store_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'repair' -- "${cur}"))
        ;;
    esac
}

_acct_store_repair() {
    repeating_flags=()
    non_repeating_flags=(--json --no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 0
}

_acct_completion() {
    repeating_flags=()
    non_repeating_flags=(--no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_acct_shell-init() {
    repeating_flags=()
    non_repeating_flags=(--no-input --verbose -v --quiet -q --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __acct_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_acct_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __acct_offer_flags_options -1
}

complete -o filenames -F _acct acct
