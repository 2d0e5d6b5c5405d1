extension CommandTable {
    /// Made from the commands by `make generate`; change it there. ``CommandTable`` describes the rows.
    static let rows = #"""
        acct||Keep all your Microsoft accounts signed in, and act as the right one
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct add||Sign in and create a profile
          argument|||The profile's name
          option|--tenant|tenant|The tenant: a domain or GUID
          option|--cloud|=global,usgov,dod,china|The national cloud
          option|--authority||An Entra-shaped authority elsewhere, such as https://login.example.com/TENANT
          option|--issuer||Any OpenID Connect issuer, by its issuer URL
          option|--graph||The Graph endpoint that belongs to --authority or --issuer, such as https://graph.example.com
          option*|--resource||The API that the tokens are for, at an issuer that takes a resource (RFC 8707)
          option|--audience||The API that the tokens are for, at an issuer that takes an audience, such as Auth0
          option*|--parameter||Another parameter of the issuer's sign-in page, such as access_type=offline
          option|--tls-certificate|file|A PEM file with the certificate and the unencrypted key that the authority's server asks for in the TLS handshake
          option|--client-id||The application (client) id of your app registration
          option|--account|profileName|Add another tenant for this profile's account, without a new sign-in where the server allows that
          flag|--all-tenants||Add a profile for every tenant that the account can enter
          option|--username|username|The account to sign in with, filled in on the sign-in page
          option*|--scope|scopes|A permission to request
          flag|--read-only||Make the profile read-only: writes are refused
          flag|--use||Make the new profile the current one
          flag|--device-code||Show a code to enter on another device instead of opening a browser
          flag|--paste||Print the address of the sign-in page, and read the address at which the browser ends
          flag|--broker||Sign in through this device's identity broker, which keeps the sign-in and gives tokens for it
          option|--browser||The browser to open
          option|--domain-hint||Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant
          option|--prompt|=login,consent,select_account|What the sign-in page asks for, whichever account the browser is signed in to: the account, its password, or consent
          option|--redirect-uri||The redirect URI of your app registration, such as http://127.0.0.1:8400/callback
          option|--redirect-port||The same as --redirect-uri http://localhost:PORT
          option|--timeout||The time to wait for the sign-in, such as 90s or 10m
          flag|--client-secret-stdin||Sign in as the app, with its client secret: one line on stdin
          option|--client-secret-expires||The day on which that secret ends, such as 2027-01-31
          option|--certificate|file|Sign in as the app, with a PEM file that holds its certificate and the RSA key, unencrypted
          option|--federated-token-file|file|Sign in as the app, with a token of another issuer that it trusts
          flag|--managed-identity||Sign in as this machine in Azure, or as one of the identities assigned to it
          option|--identity||The identity: a client id, "object:" and an object id, or a resource id
          flag|--as-user||Sign in a person with that credential of the app, at an issuer that demands one
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct sign-in||Sign in to profiles again
          argument*||profileName|The profiles
          option|-p --profile||
          flag|--all||Sign in to all profiles of people that are signed out or must sign in again
          option*|--scope|scopes|A permission to request in addition
          flag|--device-code||Show a code to enter on another device instead of opening a browser
          flag|--paste||Print the address of the sign-in page, and read the address at which the browser ends
          flag|--broker||Sign in through this device's identity broker, which keeps the sign-in and gives tokens for it
          option|--browser||The browser to open
          option|--domain-hint||Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant
          option|--prompt|=login,consent,select_account|What the sign-in page asks for, whichever account the browser is signed in to: the account, its password, or consent
          option|--redirect-uri||The redirect URI of your app registration, such as http://127.0.0.1:8400/callback
          option|--redirect-port||The same as --redirect-uri http://localhost:PORT
          option|--timeout||The time to wait for the sign-in, such as 90s or 10m
          flag|--client-secret-stdin||Sign in as the app, with its client secret: one line on stdin
          option|--client-secret-expires||The day on which that secret ends, such as 2027-01-31
          option|--certificate|file|Sign in as the app, with a PEM file that holds its certificate and the RSA key, unencrypted
          option|--federated-token-file|file|Sign in as the app, with a token of another issuer that it trusts
          flag|--managed-identity||Sign in as this machine in Azure, or as one of the identities assigned to it
          option|--identity||The identity: a client id, "object:" and an object id, or a resource id
          flag|--as-user||Sign in a person with that credential of the app, at an issuer that demands one
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct sign-out||Remove an account's tokens from this machine
          argument*||profileNameOrUsername|Profiles, or usernames
          option|-p --profile||
          flag|--all||Sign out of every account
          flag|--revoke||Also end the account's sessions on the server
          flag|--browser||Also open the page that ends the browser's session
          flag|--yes -y||Do not ask first
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct consent||Request more permissions, for one profile only
          argument||profileName|The profile
          option|-p --profile||
          option*|--scope|scopes|A permission to request
          flag|--admin||Let an administrator consent for all users of the tenant
          flag|--print||Print the address of the administrator's page instead of opening it
          option|--tenant|tenant|The tenant: a domain or GUID
          option|--cloud|=global,usgov,dod,china|The national cloud
          option|--authority||An Entra-shaped authority elsewhere, such as https://login.example.com/TENANT
          option|--client-id||The application (client) id of your app registration
          flag|--device-code||Show a code to enter on another device instead of opening a browser
          flag|--paste||Print the address of the sign-in page, and read the address at which the browser ends
          flag|--broker||Sign in through this device's identity broker, which keeps the sign-in and gives tokens for it
          option|--browser||The browser to open
          option|--domain-hint||Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant
          option|--prompt|=login,consent,select_account|What the sign-in page asks for, whichever account the browser is signed in to: the account, its password, or consent
          option|--redirect-uri||The redirect URI of your app registration, such as http://127.0.0.1:8400/callback
          option|--redirect-port||The same as --redirect-uri http://localhost:PORT
          option|--timeout||The time to wait for the sign-in, such as 90s or 10m
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct client-id||Show, set or clear the client id of new profiles
          argument|||The client id to store
          flag|--clear||Forget the stored client id
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct use||Switch the current profile
          argument||profileName|The profile, or - for the previous one
          flag|--shell||Use the profile in this shell only
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct list||List the profiles
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct show||Show everything about a profile
          argument||profileName|The profile
          option|-p --profile||
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct current||Print the name of the profile that a command here would use
          option|-p --profile|profileName|The profile to act as
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct edit||Change the settings of a profile
          argument||profileName|The profile
          flag|--read-only||Refuse writes
          flag|--read-write||Allow writes again
          option*|--scope|scopes|A permission to request
          option|--client-id||The application (client) id of another app registration
          option|--browser||The browser for sign-ins and acct open
          flag|--default-browser||Use $BROWSER, or else xdg-open, again
          option|--redirect-uri||The redirect URI of the app registration, for later sign-ins
          option|--graph||The Graph endpoint, such as https://graph.example.com
          option|--tls-certificate|file|A PEM file with the certificate and the unencrypted key that the authority's server asks for in the TLS handshake
          flag|--no-tls-certificate||Present no certificate in the TLS handshake
          option|--client-secret-expires||The day on which the client secret ends, such as 2027-01-31
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct rename||Give a profile another name
          argument||profileName|The profile
          argument|||Its new name
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct remove||Delete profiles
          argument*||profileName|The profiles
          flag|--yes -y||Do not ask first
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct token||Print an access token
          option|-p --profile|profileName|The profile to act as
          option*|--scope|scopes|A permission the token must have
          option|--resource|=https://graph.microsoft.com,https://management.azure.com,https://vault.azure.net,https://storage.azure.com,https://database.windows.net,https://cosmos.azure.com,https://servicebus.azure.net,https://eventhubs.azure.net,https://api.fabric.microsoft.com,https://api.loganalytics.io,https://outlook.office365.com|The resource the token is for, as a URI, with all permissions that were consented to there
          option|--min-validity||The time the token must remain valid, such as 10m
          flag|--force-refresh||Get a new token from the server even if a valid one is cached
          option|--format|=json,az,exec-credential,env,header|The form of the output: json as --json, az as the Azure CLI, exec-credential for kubectl, env for eval in a shell (ACCESS_TOKEN, and ACCESS_TOKEN_EXPIRES_ON in seconds since 1970), header for curl
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct graph||Send a request to Microsoft Graph
          argument||graphPath|The path, such as /me/messages
          option|-X --method|=GET,POST,PATCH,PUT,DELETE,HEAD|The method
          option*|-H --header||A header, as "Name: value"
          option|--input|file|A file or a pipe with the body, or - for stdin
          option|-d --data|textOrFile|The body as text, @file for that of a file, or - for stdin
          flag|--beta||Use the beta version of Graph, unless the path says it
          option*|-f --raw-field||A member of the body, as text
          option*|-F --field|textOrFile|A member of the body: a number, true, false, null, @file or text
          option*|--select||The properties to fetch, separated by commas
          option|--filter||The items to fetch, such as "startsWith(mail,'a')"
          option|--top||The most items of a page
          option|--skip||The items to leave out at the beginning
          option*|--orderby||The order, such as "displayName desc"
          option*|--expand||Related resources to fetch with each item
          option|--search||Words to search for
          flag|--count||Ask for the number of all items
          flag|-i --include||Print the status line and the headers before the body
          flag|--silent||Print no body
          option|-q --jq||Print the results of this jq program for the body, strings without quotes
          option|--output -o|file|Write the body to a file once it is complete, or to stdout for -
          flag|-O --remote-name||Write the body to a file in this folder that has the name that the server gives it
          flag|--force||With --remote-name, replace a file of that name
          option|-D --dump-header|file|Write the status line and the headers to a file
          option|--write-status|file|Write the number of the status to a file, whatever it is
          flag|--paginate||Fetch every page and print one document with all items
          flag|--ndjson||Fetch every page and print one item a line, as it arrives
          flag|--slurp||Fetch every page and print an array of the pages, each as received
          option|--format|=table,csv,tsv|Print the items as a table, csv or tsv, with the columns of --select or else of the first page
          option|--max-items||Fetch pages until there are this many items, and print no more
          option|--resume-from||Begin at the link that a run named when it ended early, or at a delta link
          option|--delta-file|file|With a delta function such as /users/delta: print everything at first, and with each further run what has changed since the one before
          option|--cache||Use a stored response that is no older than this: 30s, 10m, 1h or 2d
          option|--stale-ok||Use a stored response that is no older than this when the network or Graph is down or a sign-in is required
          option|--max-wait||The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a silent server
          flag|--wait||Wait, up to --max-wait, until the operation that the request starts is done, and print its result
          option|-p --profile|profileName|The profile to act as
          flag|--dry-run||Show the profile, the request and the scope that it needs, and send nothing
          option|--profiles|profileNames|Read as each of these profiles at once, separated by commas
          flag|--all-profiles||Read as every profile
          option|--progress|=json,none|Write the progress of long work to stderr as lines of JSON, one a second and one at the end with complete (json), or nowhere (none)
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct batch||Send many requests to Microsoft Graph, packed into batches
          argument||file|A file with the requests, or - for stdin
          flag|--beta||Send the requests to the beta version
          option*|-H --header||A header for each request that does not have it, as "Name: value"
          flag|--follow||Fetch all pages of each collection and join their items in its line
          option|-q --jq||Print the results of this jq program for each line
          option|--output -o|file|Write the lines to a file once the run is complete, or to stdout for -
          flag|--dry-run||Show the profile and the requests, and send nothing
          option|--max-wait||The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a silent server
          option|-p --profile|profileName|The profile to act as
          option|--progress|=json,none|Write the progress of long work to stderr as lines of JSON, one a second and one at the end with complete (json), or nowhere (none)
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct exec||Run a program as a profile
          option|-p --profile|profileName|The profile to act as
          option*|--token-env||Set this variable to an access token for a resource
          flag|--nested||Allow it inside another acct exec
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          argument*||command|The program and its arguments
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct open||Open a Microsoft service in the account's browser
          argument||=portal,entra,admin,outlook,teams,sharepoint,account|The service, or an https address
          option|-p --profile|profileName|The profile to act as
          flag|--print||Print the address instead of opening it
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct scopes||Show which scopes a request to Graph needs
          argument||graphPath|The path, such as /me/messages
          option|-X --method|=GET,POST,PATCH,PUT,DELETE,HEAD|The method
          option|--import|file|Store Microsoft's published list, from a file or with - from stdin
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct why||Explain which profile an action would use
          argument||graphPath|The path of a Graph request, such as /me/messages
          option|-X --method|=GET,POST,PATCH,PUT,DELETE,HEAD|The method
          option*|-H --header||A header, as "Name: value"
          option|--input|file|A file or a pipe with the body, or - for stdin
          option|-d --data|textOrFile|The body as text, @file for that of a file, or - for stdin
          flag|--beta||Use the beta version of Graph, unless the path says it
          option*|-f --raw-field||A member of the body, as text
          option*|-F --field|textOrFile|A member of the body: a number, true, false, null, @file or text
          option*|--select||The properties to fetch, separated by commas
          option|--filter||The items to fetch, such as "startsWith(mail,'a')"
          option|--top||The most items of a page
          option|--skip||The items to leave out at the beginning
          option*|--orderby||The order, such as "displayName desc"
          option*|--expand||Related resources to fetch with each item
          option|--search||Words to search for
          flag|--count||Ask for the number of all items
          option|--batch|file|A file with requests as for acct batch, or - for stdin
          option*|--scope|scopes|A permission the token must have
          option|--resource|=https://graph.microsoft.com,https://management.azure.com,https://vault.azure.net,https://storage.azure.com,https://database.windows.net,https://cosmos.azure.com,https://servicebus.azure.net,https://eventhubs.azure.net,https://api.fabric.microsoft.com,https://api.loganalytics.io,https://outlook.office365.com|The resource the token is for, as a URI, with all permissions that were consented to there
          option|--remote||The https address of a git remote, or a container registry such as contoso.azurecr.io
          option|-p --profile|profileName|The profile to act as
          flag|--all||List every profile with the reason why it was not chosen
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct bind||Use a profile in a directory and below it
          argument||profileName|The profile
          argument||directory|The directory
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct unbind||Remove the binding of a directory
          argument||boundDirectory|The directory
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct allow||Let an .acct file choose the profile for its directory and below
          argument||acctFile|The .acct file or its directory
          flag|--revoke||Withdraw the permission
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct rule||Use a profile for requests to certain targets
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct rule list|default|List the rules in the order in which they are tried
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct rule add||Add a rule, or change the profile of one
          argument||requestPattern|The pattern of the requests
          argument||profileName|The profile
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct rule remove||Remove a rule, by its pattern or its number
          argument||rulePattern|The pattern, or the number
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct docker-credential||Sign docker in to Azure Container Registry
          argument||=get,store,erase,list|What docker wants: get prints a token for the registry on stdin
          option|-p --profile|profileName|The profile to act as
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct git-credential||Sign git in to Azure DevOps, and to other servers that take access tokens
          argument||=get,store,erase|What git wants: get prints a token, erase removes one that the server has rejected
          option|-p --profile|profileName|The profile to act as
          option|--resource||The resource that the server's tokens are for, as a URI
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct import||Read profiles from a file of acct export, or accounts from another program
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct import profiles|default|Read profiles, rules and bindings from a file that acct export has written
          argument||file|The file, or - for stdin
          option*|--trust||A host that may get tokens, as the message names it
          flag|--yes -y||Take rules and bindings for profiles that exist without asking
          flag|--dry-run||Show the result, and store nothing
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct import msal||Take over accounts from a cache file of any MSAL library
          argument||file|The cache file
          option|--authority||An Entra-shaped authority, such as https://login.example.com/TENANT
          option|--issuer||An OpenID Connect issuer, by its issuer URL
          option|--graph||The Graph endpoint of the accounts
          option|--client-id||Your app registration, for accounts whose tokens belong to a program of Microsoft
          option|--name||The profile's name, if the file holds one account
          flag|--dry-run||Show the result, and store nothing
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct import azure-cli||Take over the accounts that are signed in to the Azure CLI
          argument||file|The Azure CLI's folder, or the token cache in it
          option|--client-id||Your app registration, for accounts whose tokens belong to a program of Microsoft
          option|--name||The profile's name, if the file holds one account
          flag|--dry-run||Show the result, and store nothing
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct export||Print profile definitions, or hand an account to another program
          argument*||profileName|The profiles
          option|--format|=profiles,msal|Definitions without secrets, or a cache file with them
          option|--output -o|file|The cache file to write
          flag|--force||Replace an existing file
          flag|--yes||Do not ask before tokens are written in plain text
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store||The files in which accounts and tokens are stored, and their key
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store status||Show where the key is, and what that protects against
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store unlock||Unlock the key of the stored tokens
          option|--for||The time for which the key stays unlocked, such as 30m
          flag|--keyring||Unlock the desktop's keyring, wherever the key is
          flag|--passphrase-stdin||Read the passphrase from stdin: one line
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store lock||Lock the key of the stored tokens at once
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store migrate||Move the key to another place
          option|--to|=secret-service,passphrase,file|The new place of the key
          flag|--passphrase-stdin||Read the passphrase from stdin: one line
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store rotate||Replace the key by a new one
          flag|--passphrase-stdin||Read the passphrase from stdin: one line
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct store repair||Set a damaged store aside and save what can still be read
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct doctor||Find what is wrong, and the command that mends it
          flag|--online||Also ask the servers of the profiles
          flag|--repair||Mend what can be mended safely
          flag|--yes -y||Do not ask before a repair that cannot be undone
          flag|--json||Print JSON
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct completion||Print the completion script for a shell
          argument||=bash,zsh,fish|The shell
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct shell-init||Print the commands for your shell's start-up file
          argument||=bash,zsh,fish|The shell
          flag|--prompt||Also put the profile in front of the prompt
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct prompt||Print the profile that a command here would use, for a shell's prompt
          option|--format||The text to print, with placeholders in braces
          flag|--notes||Say on stderr when an .acct file here is ignored
          flag|--no-input||Never prompt and never start a sign-in
          flag*|--verbose -v||Log requests on stderr, without secrets
          flag|--quiet -q||Print nothing but errors on stderr
          flag|--version||Show the version
          flag|-h --help||Show help information
        acct help||Show subcommand help information
          argument*||helpTopic|-
          flag|-h --help -help||
          flag|--version||Show the version
        """#
}
