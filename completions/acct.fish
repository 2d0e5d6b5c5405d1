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
    set -l option (string match -r -- '^--[^=]*=' "$token")
    set -l path (string replace -r -- '^--[^=]*=' '' "$token")
    switch "$reply[1]"
        case files
            complete -C "__acct_files $path" | string replace -r -- '^' "$option"
        case directories
            __fish_complete_directories "$path" | string replace -r -- '^' "$option"
        case commands
            complete -C "$token"
        case '*'
            printf '%s\n' $reply[2..]
    end
end
complete -k -c acct -f -a '(__acct_complete)'
