function __acct_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __acct_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __acct_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __acct_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __acct_parse_tokens -S
    set -l unparsed_tokens (__acct_tokens -pc)
    switch $unparsed_tokens[1]
    case 'acct'
        __acct_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'add'
            __acct_parse_subcommand 1 'tenant=' 'cloud=' 'authority=' 'issuer=' 'graph=' 'client-id=' 'account=' 'username=' 'scope=+' 'read-only' 'use' 'device-code' 'paste' 'browser=' 'domain-hint=' 'redirect-port=' 'timeout=' 'client-secret-stdin' 'certificate=' 'federated-token-file=' 'managed-identity' 'identity=' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'sign-in'
            __acct_parse_subcommand 1 'scope=+' 'device-code' 'paste' 'browser=' 'domain-hint=' 'redirect-port=' 'timeout=' 'client-secret-stdin' 'certificate=' 'federated-token-file=' 'managed-identity' 'identity=' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'sign-out'
            __acct_parse_subcommand 1 'all' 'revoke' 'browser' 'y/yes' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'consent'
            __acct_parse_subcommand 1 'scope=+' 'admin' 'print' 'device-code' 'paste' 'browser=' 'domain-hint=' 'redirect-port=' 'timeout=' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'use'
            __acct_parse_subcommand 1 'shell' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'list'
            __acct_parse_subcommand 0 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'current'
            __acct_parse_subcommand 0 'p/profile=' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'rename'
            __acct_parse_subcommand 2 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'remove'
            __acct_parse_subcommand 1 'y/yes' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'token'
            __acct_parse_subcommand 0 'p/profile=' 'scope=+' 'resource=' 'min-validity=' 'force-refresh' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'graph'
            __acct_parse_subcommand 1 'X/method=' 'H/header=+' 'input=' 'beta' 'f/raw-field=+' 'F/field=+' 'select=+' 'filter=' 'top=' 'orderby=+' 'expand=+' 'search=' 'count' 'i/include' 'silent' 'q/jq=' 'o/output=' 'paginate' 'ndjson' 'max-items=' 'resume-from=' 'cache=' 'stale-ok=' 'max-wait=' 'wait' 'p/profile=' 'profiles=' 'all-profiles' 'json' 'no-input' 'v/verbose' 'quiet' 'version' 'h/help'
        case 'batch'
            __acct_parse_subcommand 1 'beta' 'max-wait=' 'p/profile=' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'scopes'
            __acct_parse_subcommand 1 'X/method=' 'import=' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'why'
            __acct_parse_subcommand 1 'X/method=' 'H/header=+' 'input=' 'beta' 'f/raw-field=+' 'F/field=+' 'select=+' 'filter=' 'top=' 'orderby=+' 'expand=+' 'search=' 'count' 'batch=' 'scope=+' 'resource=' 'p/profile=' 'all' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'bind'
            __acct_parse_subcommand 2 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'unbind'
            __acct_parse_subcommand 1 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'allow'
            __acct_parse_subcommand 1 'revoke' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'rule'
            __acct_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __acct_parse_subcommand 0 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            case 'add'
                __acct_parse_subcommand 2 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            case 'remove'
                __acct_parse_subcommand 1 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            end
        case 'import'
            __acct_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'profiles'
                __acct_parse_subcommand 1 'trust=+' 'dry-run' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            case 'msal'
                __acct_parse_subcommand 1 'authority=' 'issuer=' 'graph=' 'client-id=' 'name=' 'dry-run' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            case 'azure-cli'
                __acct_parse_subcommand 1 'client-id=' 'name=' 'dry-run' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            end
        case 'export'
            __acct_parse_subcommand -r 1 'format=' 'o/output=' 'force' 'yes' 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'store'
            __acct_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'repair'
                __acct_parse_subcommand 0 'json' 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
            end
        case 'completion'
            __acct_parse_subcommand 1 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'shell-init'
            __acct_parse_subcommand 1 'no-input' 'v/verbose' 'q/quiet' 'version' 'h/help'
        case 'help'
            __acct_parse_subcommand -r 1 'version'
        end
    end
end

function __acct_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __acct_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __acct_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __acct_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__acct_tokens -p)
    if test -z "$(__acct_tokens -t)"
        set -l index (count (__acct_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'acct' -f
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'add' -d 'Sign in and create a profile.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'sign-in' -d 'Sign in to a profile again.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'sign-out' -d 'Remove an account\'s tokens from this machine.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'consent' -d 'Request more permissions, for one profile only.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'use' -d 'Switch the current profile; - switches to the previous one.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'list' -d 'List the profiles.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'current' -d 'Print the name of the profile that a command here would use.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'rename' -d 'Give a profile another name.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'remove' -d 'Delete a profile.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'token' -d 'Print an access token.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'graph' -d 'Send a request to Microsoft Graph.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'batch' -d 'Send many requests to Microsoft Graph, packed into batches.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'scopes' -d 'Show which scopes a request to Graph needs.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'why' -d 'Explain which profile an action would use.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'bind' -d 'Use a profile in a directory and below it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'unbind' -d 'Remove the binding of a directory.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'allow' -d 'Let an .acct file choose the profile for its directory and below.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'rule' -d 'Use a profile for requests to certain targets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'import' -d 'Read profiles from a file of acct export, or accounts from another program.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'export' -d 'Print profile definitions, or hand an account to another program.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'store' -d 'The files in which accounts and tokens are kept.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'completion' -d 'Print the completion script for a shell.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'shell-init' -d 'Print the commands for your shell\'s start-up file.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" tenant' -l 'tenant' -d 'The tenant: a domain or GUID; or organizations, consumers or common (the default) for the account\'s own.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" cloud' -l 'cloud' -d 'The national cloud.' -rfka 'global usgov dod china'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" authority' -l 'authority' -d 'An Entra-shaped authority elsewhere, such as https://login.example.com/TENANT.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" issuer' -l 'issuer' -d 'Any OpenID Connect issuer, by its issuer URL.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" graph' -l 'graph' -d 'The Graph endpoint that belongs to --authority or --issuer, such as https://graph.example.com.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" client-id' -l 'client-id' -d 'The application (client) id of your app registration. Default: $ACCT_CLIENT_ID, else the stored id.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" account' -l 'account' -d 'Add another tenant for this profile\'s account, without a new sign-in where the server allows that.' -rfka '(__acct_custom_completion ---completion add -- --account (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" username' -l 'username' -d 'The account to sign in with, filled in on the sign-in page. Another one is added only if you confirm it.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add"' -l 'scope' -d 'A permission to request; repeat it for more. Default: User.Read where the authority has a Graph.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" read-only' -l 'read-only' -d 'Make the profile read-only: writes are refused.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" use' -l 'use' -d 'Make the new profile the current one.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" device-code' -l 'device-code' -d 'Show a code to enter on another device instead of opening a browser.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" paste' -l 'paste' -d 'Print the address of the sign-in page, and read the address at which the browser ends.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" browser' -l 'browser' -d 'The browser to open; %s in it is replaced by the address. Default: $BROWSER, else xdg-open.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" domain-hint' -l 'domain-hint' -d 'Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" redirect-port' -l 'redirect-port' -d 'The loopback port of the redirect URI, for servers that require a fixed one; 0 for any free port. Default: the profile\'s.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" timeout' -l 'timeout' -d 'The time to wait for the sign-in.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" client-secret-stdin' -l 'client-secret-stdin' -d 'Sign in as the app, with its client secret: one line on stdin. On a terminal acct prompts for it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" certificate' -l 'certificate' -d 'Sign in as the app, with a PEM file that holds its certificate and the RSA key, unencrypted.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" federated-token-file' -l 'federated-token-file' -d 'Sign in as the app, with a token of another issuer that it trusts. The file is read again for each token.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" managed-identity' -l 'managed-identity' -d 'Sign in as this machine in Azure, or as one of the identities assigned to it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" identity' -l 'identity' -d 'The identity: a client id, "object:" and an object id, or a resource id. Default: the machine\'s own.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct sign-in" -eq 1' -fka '(__acct_custom_completion ---completion sign-in -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in"' -l 'scope' -d 'A permission to request in addition; repeat it for more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" device-code' -l 'device-code' -d 'Show a code to enter on another device instead of opening a browser.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" paste' -l 'paste' -d 'Print the address of the sign-in page, and read the address at which the browser ends.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" browser' -l 'browser' -d 'The browser to open; %s in it is replaced by the address. Default: $BROWSER, else xdg-open.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" domain-hint' -l 'domain-hint' -d 'Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" redirect-port' -l 'redirect-port' -d 'The loopback port of the redirect URI, for servers that require a fixed one; 0 for any free port. Default: the profile\'s.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" timeout' -l 'timeout' -d 'The time to wait for the sign-in.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" client-secret-stdin' -l 'client-secret-stdin' -d 'Sign in as the app, with its client secret: one line on stdin. On a terminal acct prompts for it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" certificate' -l 'certificate' -d 'Sign in as the app, with a PEM file that holds its certificate and the RSA key, unencrypted.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" federated-token-file' -l 'federated-token-file' -d 'Sign in as the app, with a token of another issuer that it trusts. The file is read again for each token.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" managed-identity' -l 'managed-identity' -d 'Sign in as this machine in Azure, or as one of the identities assigned to it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" identity' -l 'identity' -d 'The identity: a client id, "object:" and an object id, or a resource id. Default: the machine\'s own.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-in" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct sign-out" -eq 1' -fka '(__acct_custom_completion ---completion sign-out -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" all' -l 'all' -d 'Sign out of every account.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" revoke' -l 'revoke' -d 'Also end the account\'s sessions on the server.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" browser' -l 'browser' -d 'Also open the page that ends the browser\'s session; without a terminal, print its address.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" y yes' -l 'yes' -s 'y' -d 'Do not ask first.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct sign-out" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct consent" -eq 1' -fka '(__acct_custom_completion ---completion consent -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent"' -l 'scope' -d 'A permission to request; repeat it for more. Default with --admin: the profile\'s own.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" admin' -l 'admin' -d 'Let an administrator consent for all users of the tenant.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" print' -l 'print' -d 'Print the address of the administrator\'s page instead of opening it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" device-code' -l 'device-code' -d 'Show a code to enter on another device instead of opening a browser.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" paste' -l 'paste' -d 'Print the address of the sign-in page, and read the address at which the browser ends.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" browser' -l 'browser' -d 'The browser to open; %s in it is replaced by the address. Default: $BROWSER, else xdg-open.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" domain-hint' -l 'domain-hint' -d 'Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" redirect-port' -l 'redirect-port' -d 'The loopback port of the redirect URI, for servers that require a fixed one; 0 for any free port. Default: the profile\'s.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" timeout' -l 'timeout' -d 'The time to wait for the sign-in.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct consent" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct use" -eq 1' -fka '(__acct_custom_completion ---completion use -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct use" shell' -l 'shell' -d 'Use the profile in this shell only.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct use" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct use" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct use" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct use" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct use" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct list" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct list" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct list" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct list" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct list" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" p profile' -s 'p' -l 'profile' -d 'The profile to act as.' -rfka '(__acct_custom_completion ---completion current -- --profile (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct current" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct rename" -eq 1' -fka '(__acct_custom_completion ---completion rename -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rename" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rename" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rename" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rename" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rename" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct remove" -eq 1' -fka '(__acct_custom_completion ---completion remove -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct remove" y yes' -l 'yes' -s 'y' -d 'Do not ask first.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct remove" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct remove" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct remove" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct remove" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" p profile' -s 'p' -l 'profile' -d 'The profile to act as.' -rfka '(__acct_custom_completion ---completion token -- --profile (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token"' -l 'scope' -d 'A permission the token must have; repeat it for more. Default: the profile\'s own.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" resource' -l 'resource' -d 'The resource the token is for, as a URI, with all permissions that were consented to there.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" min-validity' -l 'min-validity' -d 'The time the token must remain valid. Default: 300, or less when it cannot be refreshed now.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" force-refresh' -l 'force-refresh' -d 'Get a new token from the server even if a valid one is cached.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct token" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct graph" -eq 1' -fka '(__acct_custom_completion ---completion graph -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" X method' -s 'X' -l 'method' -d 'The method. Else GET, or POST with --input or fields.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph"' -s 'H' -l 'header' -d 'A header, as "Name: value"; repeat it for more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" input' -l 'input' -d 'A file with the body, or - for stdin. It is sent as JSON, or as the bytes of a file to /content and /$value, unless a Content-Type header says otherwise.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" beta' -l 'beta' -d 'Use the beta version of Graph, unless the path says it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph"' -s 'f' -l 'raw-field' -d 'A member of the body, as text; repeat it for more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph"' -s 'F' -l 'field' -d 'A member of the body: a number, true, false, null, @file or text; NAME:=JSON for any JSON.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph"' -l 'select' -d 'The properties to fetch, separated by commas.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" filter' -l 'filter' -d 'The items to fetch, such as "startsWith(mail,\'a\')".' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" top' -l 'top' -d 'The most items of a page.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph"' -l 'orderby' -d 'The order, such as "displayName desc".' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph"' -l 'expand' -d 'Related resources to fetch with each item.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" search' -l 'search' -d 'Words to search for; put into quotes unless it has them. Sent with ConsistencyLevel: eventual.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" count' -l 'count' -d 'Ask for the number of all items. Sent with ConsistencyLevel: eventual.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" i include' -s 'i' -l 'include' -d 'Print the status line and the headers before the body.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" silent' -l 'silent' -d 'Print no body.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" jq q' -s 'q' -l 'jq' -d 'Print the results of this jq program for the body, strings without quotes. An error\'s body goes to stderr.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" o output' -l 'output' -s 'o' -d 'Write the body to a file once it is complete, or to stdout for -. On an error the file is unchanged.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" paginate' -l 'paginate' -d 'Fetch every page and print one document with all items.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" ndjson' -l 'ndjson' -d 'Fetch every page and print one item a line, as it arrives.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" max-items' -l 'max-items' -d 'Fetch pages until there are this many items, and print no more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" resume-from' -l 'resume-from' -d 'Begin at the link that a run named when it ended early, or at a delta link; PATH names the collection.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" cache' -l 'cache' -d 'Use a stored response that is no older than this: 30s, 10m, 1h or 2d. Responses are stored for each account, sealed, and removed when it signs out.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" stale-ok' -l 'stale-ok' -d 'Use a stored response that is no older than this when the network is down or a sign-in is required.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" max-wait' -l 'max-wait' -d 'The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a silent server. Else 5m.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" wait' -l 'wait' -d 'Wait, up to --max-wait, until the operation that the request starts is done, and print its result.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" p profile' -s 'p' -l 'profile' -d 'The profile to act as.' -rfka '(__acct_custom_completion ---completion graph -- --profile (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" profiles' -l 'profiles' -d 'Read as each of these profiles at once, separated by commas. Each response is a line of JSON with profile and value, or profile and error, as soon as it arrives.' -rfka '(__acct_custom_completion ---completion graph -- --profiles (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" all-profiles' -l 'all-profiles' -d 'Read as every profile. A profile that cannot has the error in its line.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" quiet' -l 'quiet' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct graph" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct batch" -eq 1' -F
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" beta' -l 'beta' -d 'Send the requests to the beta version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" max-wait' -l 'max-wait' -d 'The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a silent server. Else 5m.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" p profile' -s 'p' -l 'profile' -d 'The profile to act as.' -rfka '(__acct_custom_completion ---completion batch -- --profile (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct batch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct scopes" -eq 1' -fka '(__acct_custom_completion ---completion scopes -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" X method' -s 'X' -l 'method' -d 'The method.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" import' -l 'import' -d 'Store Microsoft\'s published list, from a file or with - from stdin.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct scopes" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct why" -eq 1' -fka '(__acct_custom_completion ---completion why -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" X method' -s 'X' -l 'method' -d 'The method. Else GET, or POST with --input or fields.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -s 'H' -l 'header' -d 'A header, as "Name: value"; repeat it for more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" input' -l 'input' -d 'A file with the body, or - for stdin. It is sent as JSON, or as the bytes of a file to /content and /$value, unless a Content-Type header says otherwise.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" beta' -l 'beta' -d 'Use the beta version of Graph, unless the path says it.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -s 'f' -l 'raw-field' -d 'A member of the body, as text; repeat it for more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -s 'F' -l 'field' -d 'A member of the body: a number, true, false, null, @file or text; NAME:=JSON for any JSON.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -l 'select' -d 'The properties to fetch, separated by commas.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" filter' -l 'filter' -d 'The items to fetch, such as "startsWith(mail,\'a\')".' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" top' -l 'top' -d 'The most items of a page.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -l 'orderby' -d 'The order, such as "displayName desc".' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -l 'expand' -d 'Related resources to fetch with each item.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" search' -l 'search' -d 'Words to search for; put into quotes unless it has them. Sent with ConsistencyLevel: eventual.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" count' -l 'count' -d 'Ask for the number of all items. Sent with ConsistencyLevel: eventual.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" batch' -l 'batch' -d 'A file with requests as for acct batch, or - for stdin.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why"' -l 'scope' -d 'A permission the token must have; repeat it for more. Default: the profile\'s own.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" resource' -l 'resource' -d 'The resource the token is for, as a URI, with all permissions that were consented to there.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" p profile' -s 'p' -l 'profile' -d 'The profile to act as.' -rfka '(__acct_custom_completion ---completion why -- --profile (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" all' -l 'all' -d 'List every profile with the reason why it was not chosen.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct why" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct bind" -eq 1' -fka '(__acct_custom_completion ---completion bind -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct bind" -eq 2' -fa '(__acct_complete_directories)'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct bind" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct bind" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct bind" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct bind" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct bind" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct bind" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct unbind" -eq 1' -fa '(__acct_complete_directories)'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct unbind" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct unbind" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct unbind" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct unbind" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct unbind" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct allow" -eq 1' -F
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct allow" revoke' -l 'revoke' -d 'Withdraw the permission.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct allow" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct allow" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct allow" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct allow" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct allow" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct rule" -eq 1' -fa 'list' -d 'List the rules in the order in which they are tried.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct rule" -eq 1' -fa 'add' -d 'Add a rule, or change the profile of one.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct rule" -eq 1' -fa 'remove' -d 'Remove a rule, by its pattern or its number.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule list" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule list" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule list" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule list" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule list" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct rule add" -eq 1' -fka '(__acct_custom_completion ---completion rule add -- positional@1 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule add" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule add" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule add" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule add" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule add" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct rule remove" -eq 1' -fka '(__acct_custom_completion ---completion rule remove -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule remove" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule remove" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule remove" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule remove" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct rule remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct import" -eq 1' -fa 'profiles' -d 'Read profiles, rules and bindings from a file that acct export has written.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct import" -eq 1' -fa 'msal' -d 'Take over accounts from a cache file of any MSAL library.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct import" -eq 1' -fa 'azure-cli' -d 'Take over the accounts that are signed in to the Azure CLI.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct import profiles" -eq 1' -F
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles"' -l 'trust' -d 'A host that may get tokens; repeat it for more.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" dry-run' -l 'dry-run' -d 'Show the result, and store nothing.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import profiles" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct import msal" -eq 1' -F
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" authority' -l 'authority' -d 'An Entra-shaped authority, such as https://login.example.com/TENANT.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" issuer' -l 'issuer' -d 'An OpenID Connect issuer, by its issuer URL.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" graph' -l 'graph' -d 'The Graph endpoint of the accounts. Default: that of their cloud.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" client-id' -l 'client-id' -d 'Your app registration, for accounts whose tokens belong to a program of Microsoft. Default: $ACCT_CLIENT_ID, else the stored id.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" name' -l 'name' -d 'The profile\'s name, if the file holds one account.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" dry-run' -l 'dry-run' -d 'Show the result, and store nothing.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import msal" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct import azure-cli" -eq 1' -F
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" client-id' -l 'client-id' -d 'Your app registration, for accounts whose tokens belong to a program of Microsoft. Default: $ACCT_CLIENT_ID, else the stored id.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" name' -l 'name' -d 'The profile\'s name, if the file holds one account.' -rfka ''
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" dry-run' -l 'dry-run' -d 'Show the result, and store nothing.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct import azure-cli" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct export" -ge 1' -fka '(__acct_custom_completion ---completion export -- positional@0 (count (__acct_tokens -pc)) (__acct_tokens -tC))'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" format' -l 'format' -d 'Definitions without secrets, or a cache file with them.' -rfka 'profiles msal'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" o output' -l 'output' -s 'o' -d 'The cache file to write; - for stdout.' -rF
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" force' -l 'force' -d 'Replace an existing file.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" yes' -l 'yes' -d 'Do not ask before tokens are written in plain text.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct store" -eq 1' -fa 'repair' -d 'Set a damaged store aside and save what can still be read.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store repair" json' -l 'json' -d 'Print JSON; an error is one JSON object on the last line of stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store repair" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store repair" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store repair" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store repair" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct store repair" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct completion" -eq 1' -fka 'bash zsh fish'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct completion" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct completion" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct completion" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct completion" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct completion" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_positional "acct shell-init" -eq 1' -fka 'bash zsh fish'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct shell-init" no-input' -l 'no-input' -d 'Never prompt and never start a sign-in.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct shell-init" v verbose' -l 'verbose' -s 'v' -d 'Log requests on stderr, without secrets.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct shell-init" q quiet' -l 'quiet' -s 'q' -d 'Print nothing but errors on stderr.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct shell-init" version' -l 'version' -d 'Show the version.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct shell-init" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'acct' -n '__acct_should_offer_completions_for_flags_or_options "acct help" version' -l 'version' -d 'Show the version.'
