extension HelpTopic {
    /// The manual page as text. Made from `man/` by `make generate`; change it there.
    var text: String {
        switch self {
        case .exitCodes:
            #"""
            NAME
                 acct-exit-codes - exit codes of acct, and errors as JSON

            DESCRIPTION
                 Every command of acct(1) ends with one of these codes.  They are a
                 contract: a code never changes its meaning.

                 0       Done.

                 1       The command failed, and no other code fits.  Kind: failed.

                 2       The person cancelled, on the sign-in page or at a question.
                         Nothing was stored, except by acct-consent(1), which stores the
                         scopes that were granted when others were declined.  Kind:
                         cancelled.

                 3       No profile could be chosen: there is no profile, the name is
                         unknown, no profile can do this, or several could.  stderr lists
                         the profiles that could do this, or the nearest names, and the
                         option to add.  Kinds: no_profile and, when several profiles
                         could do this, ambiguous.

                 4       A sign-in is required, or a consent, where the server did not
                         grant a scope that the command names.  stderr holds the command
                         to run.  Only acct-add(1), acct-sign-in(1) and acct-consent(1)
                         start a sign-in without a terminal.  Every other command without
                         a terminal, and every command under --no-input, ends with this
                         code instead.  Kind: sign_in_required.

                 5       Refused by policy: a write by a read-only profile, a write whose
                         profile was only inferred from the request, a URL that is not on
                         the profile's Graph host, a redirect to another host with a
                         secret, an .acct file that other users can write to, a file to
                         import whose profiles are all of hosts that are not trusted, or a
                         store that belongs to another user.  Kind: policy.

                 6       Microsoft Graph responded with an error status.  The body is on
                         stdout, unchanged; with --jq, and where stdout has the items or
                         results before it, it is on stderr.  Kind: api.

                 7       The network failed or timed out, responded with a web page of its
                         own, or the server was unavailable or throttling for longer than
                         the retries may wait; or nobody completed a sign-in within its
                         time limit.  Stored tokens are unchanged, and the same command
                         may work later.  The exception is acct-sign-out(1), which removes
                         the tokens in any case and says what it could not do.  Kind:
                         network.

                 64      The command line is wrong: an unknown option, a name that is not
                         valid, or a file that cannot be read.  Kind: usage.

                 130     Interrupted with Ctrl-C.

               Errors as JSON
                 With --json the last line of stderr is one JSON object that describes the
                 error:

                       {"error":{"kind":"sign_in_required","message":"...",
                        "profile":"work","command":"acct sign-in work"}}

                 The object is on a single line.  kind is one of the kinds above and does
                 not change.  candidates lists the profiles that fit, where one of several
                 has to be chosen.  The command names none of them.

                 Where the response of a server is the reason, status is its status, code
                 the code of its error, requestId the id of a response of Graph that
                 Microsoft's support asks for, and retryAfter the number of seconds after
                 which the server allows another attempt.  resumeFrom is the value for
                 --resume-from with which a run over pages goes on.

                 A field is left out where it does not apply.  message is for people and
                 may change.

            EXAMPLES
                 A cron job that cannot sign in, and asks its owner to:

                       token=$(acct token -p work --no-input) || case $? in
                       4) mail -s "acct sign-in work, please" me </dev/null ;;
                       7) exit 0 ;;  # the network: next time
                       *) exit 1 ;;
                       esac

            SEE ALSO
                 acct(1), acct-environment(7)
            """#
        case .environment:
            #"""
            NAME
                 acct-environment - environment variables that acct reads

            DESCRIPTION
                 acct(1) has no configuration file.  Options take precedence over these
                 variables.  An empty variable counts as not set, except ACCT_PAGER.

               Variables of acct
                 ACCT_PROFILE
                         The profile to act as, for this shell or script.  It comes after
                         --profile and before all other ways to choose a profile.  An
                         unknown name is an error; no other profile is chosen instead.
                               acct use --shell
                         sets it for one shell.

                 ACCT_PREVIOUS_PROFILE
                         The profile that the shell used before, for
                               acct use --shell -

                 ACCT_SHELL
                         The shell for which
                               acct use --shell
                         prints its output: bash, zsh or fish.  The function that
                         acct-shell-init(1) prints sets it.  Without it, SHELL is used.

                 ACCT_HOME
                         The folder of the store: the database, its key and the locks.  It
                         must be an absolute path.  Each folder is a store of its own.

                 PWD     The current directory as the shell knows it.  Where its path goes
                         through symbolic links, the bindings above it count, too.

                 ACCT_KEY_STORE
                         The place of the key of a new store: secret-service, the
                         desktop's keyring; passphrase, a file that is locked with a
                         passphrase; file, a file beside the database; or auto, the
                         default: the keyring if it works when the key is made, else the
                         file.  The store remembers its place, and uses that one from then
                         on.  Another name is an error then; no other place is used
                         instead.  See acct-keys(7).

                 ACCT_CLIENT_ID
                         The application (client) id that acct-add(1) signs in with,
                         unless --client-id is given.

                 ACCT_NO_INPUT
                         1 means the same as --no-input: never ask a question and never
                         start a sign-in.

               Programs that run as a profile
                 acct-exec(1) sets ACCT_PROFILE, IDENTITY_ENDPOINT, IDENTITY_HEADER,
                 ARM_MSI_ENDPOINT, AZURE_CONFIG_DIR, AZD_CONFIG_DIR, AZURE_EXTENSION_DIR,
                 PATH and:

                 ACCT_EXEC
                         The name of the profile that the programs act as.  Another acct
                         exec refuses to begin where it is set, without --nested.

                 ACCT_EXEC_ACCOUNT
                         The ids of its account and tenant.  Where another account has
                         taken the profile's name since, az and azd refuse to answer.

                 ACCT_EXEC_IDENTITY_ENDPOINT, ACCT_EXEC_IDENTITY_HEADER, ...
                         The variables of the machine's identity service, which are listed
                         below.  Inside, acct reads them by these names: without the
                         prefix they name the endpoint of the profile.

                 SHELL   The program that runs if no other is named.

                 PATH    The folders of the real az and azd, which get the command lines
                         that acct does not answer.

                 AZURE_CORE_OUTPUT
                         The form of its answers for az, unless --output is given.

               The folder of the store
                 Without ACCT_HOME, the store is in $XDG_DATA_HOME/acct, or in
                 $HOME/.local/share/acct.

                 XDG_DATA_HOME
                         Ignored unless it is an absolute path.

                 HOME    The home folder.

                 SUDO_UID
                         Set by sudo(8): no folder for a store is then made in another
                         user's home.

               The desktop's session
                 The device's identity broker (--broker) and the desktop's keyring are on
                 the session bus.

                 DBUS_SESSION_BUS_ADDRESS
                         Its address.  Neither cron nor ssh(1) sets it, and sudo(8) may
                         leave that of another user, which is refused.

                 XDG_RUNTIME_DIR
                         The folder of the bus where no address is set.

               Managed identities
                 With --managed-identity, acct-add(1) reads these variables to find the
                 machine's identity service.  Azure sets them; the first line that matches
                 counts.  If no line matches and the agent of Azure Arc is not installed,
                 the instance metadata service of virtual machines is used.  These
                 requests do not go through a proxy.

                 IDENTITY_ENDPOINT, IDENTITY_HEADER, IDENTITY_SERVER_THUMBPRINT
                         Service Fabric, which acct does not support.

                 IDENTITY_ENDPOINT, IDENTITY_HEADER
                         App Service, Functions and Container Apps.

                 MSI_ENDPOINT, MSI_SECRET
                         Azure Machine Learning; without the secret, Cloud Shell.

                 IDENTITY_ENDPOINT, IMDS_ENDPOINT
                         A machine that is connected by Azure Arc.

                 AZURE_POD_IDENTITY_AUTHORITY_HOST
                         The address of the instance metadata service, where it is not
                         http://169.254.169.254.

                 With plain http, an address must be on loopback or that of a private or
                 link-local network.

               The Azure CLI
                 AZURE_CONFIG_DIR
                         The folder of the Azure CLI that acct-import-azure-cli(1) reads,
                         unless one is named.  Without it, ~/.azure.

               Formats of a token
                 KUBERNETES_EXEC_INFO
                         Set by kubectl(1): the version of the answer that acct-token(1)
                         prints with --format exec-credential.

                 TZ      The time zone of the local time that it prints with --format az.

               The pager
                 On a terminal, acct-graph(1) shows its output through a pager if one of
                 these variables is set.  No pager is used with --silent, --output,
                 --verbose and --no-input.  Leaving the pager early ends the command with
                 exit code 0.  Ctrl-C stops the requests; the pager keeps what it has, and
                 acct waits until you leave it.

                 ACCT_PAGER
                         The command, in the syntax of sh(1).  An empty value or cat means
                         no pager, even if PAGER is set.

                 PAGER   The command if ACCT_PAGER is not set.

                 LESS, LV
                         Options of less(1) and lv.  Unless they are set, the pager gets
                         FRX and -c: colours are shown, and less ends by itself if the
                         output fits on one screen.

               The browser
                 BROWSER
                         The command that opens a page, unless --browser is given or the
                         profile has a browser of its own: words separated by spaces,
                         quoted as in a shell.  %s in a word is replaced by the address;
                         without it, the address is added at the end.  Several commands
                         separated by colons are tried in turn.  Without the variable,
                         xdg-open(1) is used.

                 PATH    The folders in which the browser is looked for.

               The terminal
                 NO_COLOR
                         Any value turns colours off.

                 CLICOLOR_FORCE
                         Any value except 0 turns colours on, even without a terminal.
                         The lines with tabs that stand for a table there have none.

                 SAP_SHELL
                         A variable of the library that reads the command line; it changes
                         nothing here.

                 TERM    dumb means no colours.

                 LC_ALL, LC_CTYPE, LANG
                         The first one that is set tells whether the terminal shows UTF-8,
                         which the QR code of --device-code needs.

               The network
                 Requests to this machine never go through a proxy.

                 https_proxy, HTTPS_PROXY
                         The proxy, as a URL.  The lower-case name takes precedence.

                 all_proxy, ALL_PROXY
                         The proxy if neither of those is set.

                 no_proxy, NO_PROXY
                         Hosts that need no proxy, separated by commas.

                 CURL_CA_BUNDLE, SSL_CERT_FILE
                         A file of certificate authorities to trust instead of the
                         system's file and folder, for networks that have their own.  The
                         first one that is set counts.

                 SSL_CERT_DIR
                         A folder of certificate authorities to trust instead of the
                         system's file and folder, each in a file that is named by its
                         hash, as openssl-rehash(1) names them.  Where a file is named
                         too, the authorities of both are trusted.

                 TMPDIR  The folder for standard input that is larger than 4 MiB, until
                         acct graph --input - has sent it.  The file has no name.  Without
                         the variable, /var/tmp.

            SEE ALSO
                 acct(1), acct-add(1), acct-exit-codes(7)
            """#
        case .selection:
            #"""
            NAME
                 acct-selection - how acct chooses the profile of a command

            DESCRIPTION
                 Each command acts as one profile.  The steps below are tried in order,
                 and the first that decides wins.  acct-why(1) shows which step decides
                 for a request, and why each other profile is not chosen.  It sends
                 nothing.

                 1.   --profile.  An unknown name is an error; no other profile is used
                      instead.

                 2.   ACCT_PROFILE, in the same way.

                 3.   The directory.  The nearest one counts, from the working directory
                      upwards, that is bound with acct-bind(1) or has an .acct file
                      allowed by acct-allow(1).  In a linked worktree of git, the
                      directories of its repository follow after its own.  Where the path
                      that was typed leads through a symbolic link, the directories of
                      both paths count.  A file that is not allowed is ignored, with a
                      line on stderr.  One that has changed since, or names a profile that
                      has passed to another account, may mean somebody else: writes and
                      tokens stop there, with exit code 5.  So they do where one that was
                      allowed is gone, until acct allow --revoke forgets it.  Where a file
                      names a tenant, the profile in it acts, and of several the current
                      one.

                 4.   A rule of acct-rule(1) whose pattern matches the request; the most
                      specific one.  A rule with the URL of a Graph host is also for a
                      path alone, where the profile that acts without such rules is on
                      that host.  Where equally specific ones name different profiles,
                      writes and tokens stop, with exit code 3.

                 5.   The request itself; see below.

                 6.   The current profile, which acct-use(1) sets, unless it cannot send
                      this request.

                 7.   The only profile that can send it.

                 If several profiles remain, you choose from a list on a terminal.
                 Without a terminal, and with --no-input, the exit code is 3 and stderr
                 lists the profiles.

               Profiles that are ruled out
                 A profile cannot send a request if
                 o   it is read-only and the request is a write, which is any method but
                     GET and HEAD;
                 o   the URL has another Graph host than the profile;
                 o   the target is in another national cloud;
                 o   Graph does not offer the path to its kind of account: to personal
                     accounts, to work accounts or to apps.

                 If a directory or rule names such a profile, the command stops.
                 --profile and ACCT_PROFILE send the request in the last two cases all the
                 same, with a note, since acct may be wrong about the target.

               Inference from the request
                 A request can address something of one tenant or account.  These hints
                 decide:
                 o   a tenant's id, or one of its domains;
                 o   the user principal name of a user, such as /users/dana@contoso.com,
                     or the object id of your account;
                 o   the host of a SharePoint site;
                 o   an item, such as a group, that one tenant alone has served before;
                 o   an item of a mailbox or drive below /me, such as a message, that one
                     account was served before.

                 A name that is merely mentioned is no hint: a recipient, a guest, a
                 partner, a value in a filter.  The filter of /users addresses users where
                 it selects them by their user principal names with eq, in, startswith or
                 endswith.

                 If the current profile is among those that the hints point at, it stays.
                 If the hints point at one other profile, that one is chosen, and stderr
                 says which and why.  If they point only at profiles that are ruled out,
                 or at a tenant without a profile, nothing is sent.

                 Without a hint, and if the current profile cannot send the request, a
                 profile is chosen if it alone holds a scope that is enough.

               Writes
                 An inferred profile does not write on its own.  On a terminal acct asks
                 first; a script ends with exit code 5.  The same holds for a profile that
                 is left where an .acct file names a tenant, because the others in it
                 cannot write.  A host that only resembles the domain of a tenant, as
                 fabrikam.sharepoint.com resembles fabrikam.com, is a guess.  It decides
                 no write and no token; neither do two hints that disagree.

               Several requests
                 acct-batch(1) sends all requests as one profile.  If rules or hints point
                 at different profiles, nothing is sent.  The same holds if a hint of one
                 request points away from the profile that would send the others.

               Git remotes and registries
                 acct-git-credential(1) and acct-docker-credential(1) choose in the same
                 way, without a list.  A username with a domain in the address of a remote
                 names the account, and Azure DevOps names the tenant of an organization.
                 If no profile has that account or is in that tenant, git gets no token.
                 Rules match the address of the remote or of the registry:
                       acct rule add 'https://dev.azure.com/contoso/*' work

                 An organization of Azure DevOps has two addresses, and the most specific
                 rule for either decides.  Where git names the host alone, and a more
                 specific rule for another profile is about some of its repositories, git
                 gets no token.

            EXAMPLES
                 $ acct why /users/dana@fabrikam.com
                 $ acct why -X DELETE /groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01
                 $ acct why --json /me/chats | jq -r .profile

            SEE ALSO
                 acct(1), acct-allow(1), acct-bind(1), acct-docker-credential(1),
                 acct-git-credential(1), acct-rule(1), acct-use(1), acct-why(1),
                 acct-environment(7), acct-exit-codes(7)
            """#
        case .scripting:
            #"""
            NAME
                 acct-scripting - recipes for scripts that use acct

            DESCRIPTION
                 Name the profile in a script, with --profile or ACCT_PROFILE, so that it
                 does not depend on the current profile of your terminal.  Data is on
                 stdout, everything else on stderr, and the exit code says what went
                 wrong; see acct-exit-codes(7).  Without a terminal, acct asks nothing and
                 opens no browser, except for a sign-in that the command itself asks for.

                 The recipes are for bash(1).  They can be tried without a tenant; see
                 acct-sandbox(1).

               A token for curl
                 curl reads the header from stdin, so that the token is not in the list of
                 processes.

                       token=$(acct token -p work)
                       curl -sS --fail -H @- https://graph.microsoft.com/v1.0/me \
                           <<<"Authorization: Bearer $token"

               A job of cron
                 There is no terminal, and PATH may lack /usr/local/bin.  The file is
                 replaced only by a complete one.

                       export PATH=$PATH:/usr/local/bin ACCT_PROFILE=work ACCT_NO_INPUT=1
                       acct graph /users --select id,mail --ndjson --quiet -o users.ndjson

               Exit codes under set -e
                 The assignment keeps the code, and the script goes on.

                       set -euo pipefail
                       code=0
                       acct graph /me -p work --no-input > me.json || code=$?
                       case $code in
                       0) ;;
                       4) echo "A person has to run: acct sign-in work" >&2; exit 1 ;;
                       7) echo "No network: next time." >&2; exit 0 ;;
                       *) exit "$code" ;;
                       esac

               A loop over profiles
                 Only those that are signed in.  For one request, acct graph PATH
                 --all-profiles does the same at once.

                       acct list --json |
                           jq -r '.[] | select(.state == "signedIn").name' |
                           while read -r name; do
                               acct graph /me -p "$name" --select mail </dev/null |
                                   jq -r --arg name "$name" '[$name, .mail] | @tsv'
                           done

               Pipelines with jq
                 With --ndjson each item is a line, printed as it arrives, so nothing
                 collects in memory.

                       set -o pipefail
                       acct graph /users -p work --select displayName,mail --ndjson |
                           jq -r '[.displayName, .mail] | @csv' > users.csv

               In parallel
                 Many processes share one refresh of the token.  For more than some dozens
                 of requests acct-batch(1) is quicker.

                       xargs -P 4 -I USER \
                           acct graph /users/USER -p work --quiet -o USER.json < users.txt

               Waiting out throttling
                 acct waits for as long as Graph asks, in total for --max-wait.  A longer
                 wait is exit code 7.  A sign-in server that throttles is left alone for
                 as long as it asks, one hour at most, for the account and the scopes that
                 it throttles.  Other accounts go on, and a person's own sign-in is tried
                 at any time.  A server that demands a sign-in is not asked for the same
                 token again for a minute, except with --force-refresh.

                       until acct graph /users -p work --ndjson --max-wait 30m -o all.ndjson
                       do
                           code=$?
                           if [ "$code" != 7 ]; then exit "$code"; fi
                           sleep 60
                       done

               Into SQLite
                       acct graph /users -p work --select id,mail --ndjson |
                           jq -r '[.id, .mail] | @csv' |
                           sqlite3 users.db 'CREATE TABLE user (id PRIMARY KEY, mail)' \
                               '.import --csv /dev/stdin user'

            SEE ALSO
                 acct(1), acct-graph(1), acct-sandbox(1), acct-token(1),
                 acct-environment(7), acct-exit-codes(7), acct-selection(7)
            """#
        case .pages:
            #"""
            NAME
                 acct-pages - the addresses that acct open opens

            DESCRIPTION
                 acct-open(1) opens the page of a service for the account and the tenant
                 of a profile.  In the addresses below, TENANT is the tenant's id and USER
                 the account's username.  A token is never part of an address.

                 The username is left out where it is the name of a guest in the tenant,
                 which no sign-in page takes.  A hint that a service does not know has no
                 effect: the page then asks which account to use.

                 portal  The Azure portal.  https://portal.azure.com/TENANT

                 entra   The Microsoft Entra admin center.
                         https://entra.microsoft.com/TENANT

                 admin   The Microsoft 365 admin center.
                         https://admin.microsoft.com/?login_hint=USER

                 outlook
                         Outlook on the web, with the account's own mailbox.
                         https://outlook.office.com/mail/?login_hint=USER

                 teams   Teams in the tenant, also for guests.
                         https://teams.microsoft.com/?tenantId=TENANT&login_hint=USER

                 sharepoint
                         The tenant's SharePoint, on a host with the name of its initial
                         domain.  https://NAME.sharepoint.com/

                 account
                         The account in the tenant: devices, security info and
                         organizations.
                         https://myaccount.microsoft.com/?tenantId=TENANT&login_hint=USER

               Other clouds
                 The hosts in China, for the US government, and for the Department of
                 Defense where it has its own:

                 portal      portal.azure.cn, portal.azure.us

                 entra       entra.microsoftonline.cn, entra.microsoft.us

                 admin       portal.partner.microsoftonline.cn, portal.office365.us,
                             portal.apps.mil

                 outlook     partner.outlook.cn, outlook.office365.us, webmail.apps.mil

                 teams       none in China; gov.teams.microsoft.us, dod.teams.microsoft.us

                 sharepoint  sharepoint.cn, sharepoint.us, sharepoint-mil.us

                 account     myaccount.windowsazure.cn, myaccount.microsoft.us

               Personal accounts
                 A personal account is in no tenant.

                 portal        https://portal.azure.com/
                 outlook       https://outlook.live.com/mail/?login_hint=USER
                 teams         https://teams.live.com/
                 account       https://account.microsoft.com/

                 The other services have no page for personal accounts.  Apps, and
                 accounts of other issuers, have none at all.

               Other addresses
                 Any other https address is opened too.  On the host of a service in the
                 profile's cloud, the tenant is added where the path is empty, and the
                 missing fields of the query are added; everywhere else the address stays
                 as it is.  Other schemes are refused.

            SEE ALSO
                 acct(1), acct-edit(1), acct-open(1)

            STANDARDS
                 Microsoft documents the hosts, and only some of the forms:

                 portal  The hosts: "National clouds", Microsoft identity platform.  The
                         path with a tenant is not documented; the portal accepts it.

                 entra   The hosts: "Microsoft Entra FAQ".  The path with a tenant is that
                         of the Azure portal.

                 admin   The hosts: the documentation of the admin center, by cloud.  The
                         links of Microsoft 365's app launcher have login_hint.

                 outlook
                         The hosts: "Connect to Exchange Online PowerShell".  login_hint
                         is not documented; Outlook on the web accepts it.

                 teams   The field tenantId: "Invite internal users to B2B collaboration",
                         Microsoft Entra External ID.

                 sharepoint
                         The hosts: the endpoint lists of Microsoft 365, by cloud.

                 account
                         Not documented.
            """#
        case .issuers:
            #"""
            NAME
                 acct-issuers - identity servers: what to register, and the command to
                 type

            DESCRIPTION
                 acct(1) signs in at the Microsoft identity platform and at any server
                 that publishes an OpenID Connect discovery document.  Each needs an app
                 registration, whose client id is given with --client-id.  Below, ID
                 stands for that client id.

                 The app is a native app, also called desktop or public client.  It
                 authenticates with PKCE and needs no secret.

               The redirect URI
                 acct listens on a port of this machine that is free, and sends the
                 address http://localhost with that port.
                 o   Servers that follow RFC 8252 ignore the port: register
                     http://localhost.
                 o   Others compare every character: register one address, such as
                     http://127.0.0.1:8400/callback, and add --redirect-uri with the same
                     address.  The profile remembers it.

                 A server that does not accept the redirect URI shows that in the browser.
                 acct learns nothing of it and waits.

            SERVERS
                 A server is marked as tried where the tests of acct sign in there.  For
                 the services of Microsoft they use acct-sandbox(1), which is written
                 after the documentation.  The others are described after their
                 documentation, and untried.

                 Microsoft Entra ID
                         Tried with the sandbox.  Register the platform "Mobile and
                         desktop applications" with http://localhost.  For --device-code,
                         allow public client flows.

                         acct add work --tenant contoso.com --client-id ID

                 Microsoft Entra External ID
                         Tried with the sandbox.  Register as for Entra ID.

                         acct add shop --authority https://NAME.ciamlogin.com --client-id ID

                 Azure AD B2C
                         Tried with the sandbox.  Register as for Entra ID.  The address
                         names the user flow; there is no device code and no Graph.
                         Without --scope the token is for the app itself.

                         acct add shop --client-id ID \
                           --authority https://NAME.b2clogin.com/NAME.onmicrosoft.com/B2C_1_FLOW

                 AD FS   Tried with the sandbox.  Register a native application, with the
                         redirect URI of one port.  The scope names the API.

                         acct add fs --authority https://fs.contoso.com/adfs --client-id ID \
                           --redirect-uri http://localhost:8400 --scope api://orders/Orders.Read

                 Glewlwyd
                         Tried: browser, device code, refresh, revocation, --resource,
                         pushed requests, and apps with a secret or a certificate.
                         Register a public client, with the redirect URI of one port.

                         acct add me --issuer https://id.example.com/api/oidc --client-id ID \
                           --redirect-uri http://localhost:8400

                 Keycloak
                         Untried.  Register a public client with the standard flow, and
                         the redirect URI http://localhost.  For --device-code, switch on
                         the device authorization grant.

                         acct add me --issuer https://HOST/realms/REALM --client-id ID

                 Okta    Untried.  Register a native app with the grants authorization
                         code and refresh token, and the redirect URI of one port.

                         acct add me --issuer https://ORG.okta.com --client-id ID \
                           --redirect-uri http://localhost:8400/callback

                 Auth0   Untried.  Register a native app, with the callback URL of one
                         port.  The API allows offline access, or there is no refresh
                         token.  Without --audience the token is for the user's profile
                         alone.

                         acct add me --issuer https://TENANT.auth0.com --client-id ID \
                           --redirect-uri http://localhost:8400 --audience https://api.example.com

                 Google  Untried.  Register a desktop app.  Google asks for its secret,
                         gives a refresh token for access_type=offline alone, and refuses
                         the scope offline_access.

                         acct add me --issuer https://accounts.google.com --client-id ID \
                           --parameter access_type=offline --client-secret-stdin --as-user

                 GitHub and GitHub Enterprise Server
                         Do not work: they sign people in with OAuth 2.0 without OpenID
                         Connect, so there is no discovery document and no ID token.

            APPS
                 An app that signs in as itself authenticates by a method that the server
                 publishes in its discovery document.  A secret is sent in the header
                 (client_secret_basic) where the server takes it there, and else in the
                 form (client_secret_post).  With --certificate an assertion is signed
                 (private_key_jwt), with RS256 or PS256.

                 acct add job --issuer https://id.example.com --client-id ID \
                   --scope api.read --client-secret-stdin < secret.txt

            PARAMETERS
                 At the Microsoft identity platform a scope names the API of a token.
                 Other servers have a parameter for it, and the profile remembers it:

                 --resource uri
                         The parameter resource of RFC 8707; AD FS has it, too (untried).

                 --audience name
                         The parameter audience, as Auth0 has it.

                 --parameter name=value
                         Any other parameter of the sign-in page, such as
                         kc_idp_hint=github.

                 A profile is for one resource or audience.  The same person has a
                 profile, and a refresh token, for each.

                 A server that requires pushed authorization requests (RFC 9126) is sent
                 the parameters directly; the address in the browser has a reference to
                 them.

            CERTIFICATES
                 A server whose certificate comes from an authority of your own is trusted
                 when CURL_CA_BUNDLE names that authority's file, see acct-environment(7).

                 Where the server, or a proxy in front of it, asks for a certificate in
                 the TLS handshake, --tls-certificate names a PEM file with the
                 certificate and its key.  It is presented to the servers of that
                 authority only, and the profile remembers it.

            SEE ALSO
                 acct(1), acct-add(1), acct-environment(7), acct-pages(7)
            """#
        case .keys:
            #"""
            NAME
                 acct-keys - where the key of the stored tokens is, and who can reach it

            DESCRIPTION
                 Each token and secret in the database is encrypted with one key of 32
                 random bytes.  The key is in one of three places, which the database
                 remembers.  acct-store-status(1) names it, and says whether the key can
                 be used right now.

                 secret-service
                         The desktop's keyring: gnome-keyring, KWallet, KeePassXC or
                         another program with the Secret Service API.  It is unlocked with
                         the person's password, mostly at the login.  Copies and backups
                         of the files are useless without it.  A file in the store's
                         folder stands for the key, without a secret.

                 passphrase
                         A file beside the database, encrypted with a passphrase (scrypt,
                         RFC 7914).  Once acct-store-unlock(1) has asked for the
                         passphrase, the key is in the kernel's memory until its time is
                         over, or until acct-store-lock(1).  It never comes back from the
                         disk without the passphrase.

                 file    A file beside the database that only its owner can read.  It
                         protects a copy of the database alone, and nothing else.

                 No place protects against programs that run as you while the key can be
                 used.

               Choosing a place
                 ACCT_KEY_STORE names the place of a new store's key.  With auto, which is
                 the default, it is the keyring where that works at that moment, and the
                 file elsewhere.  After that the key stays where it is.  A keyring that is
                 locked or gone is an error with the command that helps; acct never makes
                 a second key in a weaker place.  acct-store-migrate(1) moves the key, and
                 acct-store-rotate(1) replaces it.  Both encrypt every token anew in one
                 transaction, and either all of it happens or nothing.

               On the desktop, over ssh, in cron and in a container
                 The same rules hold everywhere; what differs is what can be reached.

                 Desktop
                         Everything.  If the keyring is locked, acct-store-unlock(1) has
                         the desktop ask for its password.

                 ssh     The keyring only while somebody is logged in to the desktop of
                         the same machine, and only with the address of that session's
                         bus:
                         export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus
                         A key that acct-store-unlock(1) has unlocked is unlocked in every
                         session of the user.

                 cron    As over ssh.  Nobody can be asked: a locked key is exit code 4.
                         For jobs that must run while nobody is there, file is the place,
                         or passphrase with --passphrase-stdin and a program that knows
                         the passphrase.

                 Container
                         Mostly there is neither a session bus nor a kernel keyring.  A
                         key with a passphrase is then asked for by each command, on a
                         terminal, and is exit code 4 elsewhere.  file works, and is as
                         safe as the volume that it is on.

                 Each access to the keyring has a limit of 3 seconds, and of 120 seconds
                 where a person is asked.

               When the key is lost
                 Without its key nothing in the store can be read, by anybody.
                 acct-store-repair(1) keeps the profiles, bindings and rules, and names
                 the profiles that have to sign in again.

            EXAMPLES
                 $ acct store status
                 $ ACCT_KEY_STORE=passphrase acct store unlock --for 1h
                 $ acct store migrate --to secret-service
                 $ pass show acct | acct store unlock --passphrase-stdin

            SEE ALSO
                 acct(1), acct-store(1), acct-store-lock(1), acct-store-migrate(1),
                 acct-store-repair(1), acct-store-rotate(1), acct-store-status(1),
                 acct-store-unlock(1), acct-environment(7), acct-exit-codes(7)
            """#
        case .exec:
            #"""
            NAME
                 acct-exec - programs that run as a profile: what to type for each tool

            DESCRIPTION
                 acct-exec(1) offers a program the tokens of a profile in three ways.
                 Most tools find one of them without any option.

                 A local endpoint
                         It answers as the managed identity of App Service does.  The
                         variables IDENTITY_ENDPOINT and IDENTITY_HEADER name it, and the
                         Azure SDKs look for them.

                 az and azd
                         These names lead to acct, first in PATH.  It answers the command
                         lines below itself.  All others go to the real tool.

                 Variables with a token
                         --token-env sets them, for tools that take a token as it is.
                         Such a token is not renewed: it lasts about an hour.

                 Nothing is asked inside.  Where a sign-in is required, the program gets
                 an error with the command to run, such as `acct sign-in work'.

               Answers in place of az
                 az account get-access-token
                         with --resource, --resource-type, --scope, --tenant and
                         --subscription
                 az account show
                         whose user is the account of the profile
                 az version
                         if the Azure CLI is not installed

                 They take --output json | tsv | none and a --query for fields, such as
                 accessToken or [id, user.name].  A token for another tenant comes from
                 the profile of the same account and client in that tenant.  Another form
                 or query, and every other command, is run by the Azure CLI.  Before the
                 first one, acct signs the Azure CLI in through the local endpoint, in a
                 folder of the profile.  Your own ~/.azure is neither read nor changed.

               Answers in place of azd
                 azd auth token --output json with --scope, --tenant-id and --claims.

               Permissions
                 A token is for one resource, and the account consents to each once.  For
                 Azure, the app registration needs the delegated permission
                 user_impersonation of "Azure Service Management":

                       acct consent work \
                           --scope https://management.azure.com/user_impersonation

            TOOLS
                 A tool is marked as tried where it has run under acct exec in the tests
                 of acct, with the version that is named.  The others are described after
                 their documentation or their sources, and untried.

                 Azure SDK for Python
                         Tried: azure-identity 1.27.0, with DefaultAzureCredential,
                         ManagedIdentityCredential, AzureCliCredential and
                         AzureDeveloperCliCredential; MSAL 1.39.0 with
                         ManagedIdentityClient.

                         acct exec -p work -- python3 report.py

                 Azure SDKs for Go, .NET, Java and JavaScript
                         Untried; the tests send the command lines that these run.  The
                         answers have the members and the times that their sources read.

                         acct exec -p work -- ./report

                 Microsoft Graph SDK for Python
                         Tried: msgraph-sdk 1.65.0 with ManagedIdentityCredential.

                 Azure CLI
                         Tried: 2.91.0.

                         acct exec -p work -- az group list
                         acct exec -p work          # a shell in which az acts as work

                 Azure Developer CLI
                         Untried, but for the token that the SDK for Python reads.  The
                         first time, it is set to take its tokens from az, in a folder of
                         the profile.

                         acct exec -p work -- azd up

                 Terraform, with azurerm or azuread
                         Untried; the tests send the command lines that these providers
                         run, and their requests.  They use the Azure CLI if nothing else
                         is configured.  With use_msi they find the local endpoint by
                         ARM_MSI_ENDPOINT.  Recent versions of azurerm need the
                         subscription by its id.

                         ARM_SUBSCRIPTION_ID=ID acct exec -p work -- terraform plan

                 AzCopy  Untried.

                         acct exec -p work -- env AZCOPY_AUTO_LOGIN_TYPE=AZCLI \
                             azcopy list URL

                 kubelogin
                         Untried.

                         kubelogin convert-kubeconfig -l azurecli
                         acct exec -p work -- kubectl get nodes

                 sqlcmd, the version in Go
                         Untried.

                         acct exec -p work -- sqlcmd -S SERVER -d DATABASE \
                             --authentication-method ActiveDirectoryDefault

                 Azure PowerShell
                         Untried.

                         acct exec -p work \
                             --token-env TOKEN=https://management.azure.com -- pwsh
                         Connect-AzAccount -AccessToken $env:TOKEN -AccountId ME@CONTOSO.COM

                 git, with Azure DevOps
                         Tried: 2.39.5, set up as acct-git-credential(1) says.

                         acct exec -p work -- \
                             git clone https://dev.azure.com/contoso/web/_git/web

                 docker, podman and skopeo, with Azure Container Registry
                         Tried: skopeo 1.9.3, set up as acct-docker-credential(1) says.

                         acct exec -p work -- docker pull contoso.azurecr.io/web

                 kubectl
                         Tried: 1.20.2 and 1.32.4.  The user of the kubeconfig runs `acct
                         token --format exec-credential'; see acct-token(1).

                         acct exec -p work -- kubectl get nodes

                 Fabric CLI
                         Untried; the variables and their resources are those of version
                         1.8.0.

                         acct exec -p work \
                             --token-env FAB_TOKEN=https://api.fabric.microsoft.com \
                             --token-env FAB_TOKEN_ONELAKE=https://storage.azure.com \
                             --token-env FAB_TOKEN_AZURE=https://management.azure.com \
                             -- fab ls

            LIMITS
                 o   The endpoint is on 127.0.0.1 of this machine.  A container, a virtual
                     machine or a remote shell does not reach it.

                 o   A program that gets other variables, as with sudo(8), acts as it does
                     elsewhere.

                 o   A program that another one runs by its full path, such as
                     /usr/bin/az, is the real one.

                 o   `az login' inside signs in the Azure CLI itself, in the folder of the
                     profile.  The answers of acct stay those of the profile.

                 o   A managed identity that is asked for by its id is refused, unless it
                     is the client of the profile.

                 o   A read-only profile gives tokens for the resource of its own
                     permissions only, and none that allows changes.  The Azure CLI needs
                     Azure Resource Manager.

            SEE ALSO
                 acct-docker-credential(1), acct-exec(1), acct-git-credential(1),
                 acct-token(1), acct-environment(7)
            """#
        }
    }
}
