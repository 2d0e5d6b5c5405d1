"""Programs of Microsoft's libraries, run by acct exec: prints what each credential gets, as one JSON object.

    azure-clients.py tokens SCOPE TENANT    a token from each credential: its claims and remaining seconds, or the error
    azure-clients.py graph BASE             the display name of /me, through the Microsoft Graph SDK
"""
import asyncio
import base64
import json
import os
import sys
import time


def claims(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def tokens(scope, tenant):
    import msal
    import requests
    from azure.identity import (
        AzureCliCredential, AzureDeveloperCliCredential, DefaultAzureCredential, ManagedIdentityCredential)

    def msal_managed_identity():
        client = msal.ManagedIdentityClient(msal.SystemAssignedManagedIdentity(), http_client=requests.Session())
        answer = client.acquire_token_for_client(resource=scope.removesuffix("/.default"))
        assert "access_token" in answer, answer
        return answer["access_token"], answer["expires_in"]

    def from_credential(credential, **options):
        token = credential.get_token(scope, **options)
        return token.token, token.expires_on - time.time()

    attempts = {
        "ManagedIdentity": lambda: from_credential(ManagedIdentityCredential()),
        "AzureCli": lambda: from_credential(AzureCliCredential()),
        "AzureCliOfTenant": lambda: from_credential(AzureCliCredential(tenant_id=tenant)),
        "AzureDeveloperCli": lambda: from_credential(AzureDeveloperCliCredential()),
        "AzureDeveloperCliWithClaims": lambda: from_credential(
            AzureDeveloperCliCredential(), claims='{"access_token":{"nbf":{"essential":true,"value":"1"}}}'),
        "Default": lambda: from_credential(DefaultAzureCredential()),
        "MSALManagedIdentity": msal_managed_identity,
    }
    # This credential takes the time in UTC for a local one.
    os.environ["TZ"] = "UTC"
    time.tzset()
    results = {}
    for name, attempt in attempts.items():
        try:
            token, seconds = attempt()
            results[name] = {"user": claims(token).get("upn"), "tenant": claims(token)["tid"], "seconds": int(seconds)}
        except Exception as error:
            results[name] = {"error": f"{type(error).__name__}: {error}"}
    return results


def graph(base):
    from azure.identity import ManagedIdentityCredential
    from kiota_authentication_azure.azure_identity_authentication_provider import AzureIdentityAuthenticationProvider
    from msgraph import GraphRequestAdapter, GraphServiceClient

    provider = AzureIdentityAuthenticationProvider(
        ManagedIdentityCredential(), scopes=["https://graph.microsoft.com/.default"], allowed_hosts=["localhost"])
    adapter = GraphRequestAdapter(provider)
    adapter.base_url = base + "/v1.0"
    user = asyncio.run(GraphServiceClient(request_adapter=adapter).me.get())
    return {"displayName": user.display_name}


print(json.dumps({"tokens": tokens, "graph": graph}[sys.argv[1]](*sys.argv[2:])))
