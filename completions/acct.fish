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
