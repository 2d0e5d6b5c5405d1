/// Client ids of programs that Microsoft publishes.
enum MicrosoftClients {
    /// Documented members of the "family of client ids"; a cache also marks them with `family_id`.
    static let known: Set<String> = [
        "04b07795-8ddb-461a-bbee-02f9e1bf7b46",  // Azure CLI
        "1950a258-227b-4e31-a9cf-717495945fc2",  // Azure PowerShell
        "872cd9fa-d31f-45e0-9eab-6e460a02d1f1",  // Visual Studio
        "d3590ed6-52b3-4102-aeff-aad2292ab01c",  // Office
        "1fec8e78-bce4-4aaf-ab1b-5451cc387264",  // Teams
        "27922004-5251-4030-b22d-91ecd9a37ea4",  // Outlook for phones
        "ab9b8c07-8f02-4f72-87fa-80105867a763",  // OneDrive
        "4813382a-8fa7-425e-ab75-3b753aab3abb",  // Authenticator
        "9ba1a5c7-f17a-4de9-a1f1-6178c8d51223",  // Company Portal
        "d326c1ce-6cc6-4de2-bebc-4591e5e13ef0",  // SharePoint
    ]
}
