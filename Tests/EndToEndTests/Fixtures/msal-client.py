"""A program that signs in with MSAL for Python, against a server on loopback.

    msal-client.py device AUTHORITY CLIENT FILE   signs in with a device code, prints the code, writes its cache
    msal-client.py silent AUTHORITY CLIENT FILE   loads a cache, gets a token from it and a refreshed one

MSAL insists on https: its requests go out over http here, as they would behind a proxy that ends TLS.
"""
import json
import sys

import msal
import requests


class PlainHTTP:
    def __init__(self):
        self.session = requests.Session()
        self.session.trust_env = False

    def get(self, url, **options):
        return self.send("GET", url, options)

    def post(self, url, **options):
        return self.send("POST", url, options)

    def send(self, method, url, options):
        answer = self.session.request(method, url.replace("https://", "http://", 1), **options)
        answer._content = answer.content.replace(b'"http://', b'"https://')
        return answer

    def close(self):
        self.session.close()


def main(mode, authority, client, path):
    cache = msal.SerializableTokenCache()
    if mode == "silent":
        with open(path) as file:
            cache.deserialize(file.read())
    app = msal.PublicClientApplication(
        client, authority=authority.replace("http://", "https://", 1), http_client=PlainHTTP(),
        instance_discovery=False, validate_authority=False, token_cache=cache)
    if mode == "device":
        flow = app.initiate_device_flow(["User.Read"])
        print(flow["user_code"], flush=True)
        answer = app.acquire_token_by_device_flow(flow)
        assert "access_token" in answer, answer
        with open(path, "w") as file:
            file.write(cache.serialize())
        return
    (account,) = app.get_accounts()
    scopes = sys.argv[5:]
    cached = app.acquire_token_silent_with_error(scopes, account=account)
    refreshed = app.acquire_token_silent_with_error(scopes, account=account, force_refresh=True)
    print(json.dumps({
        "username": account["username"], "cached": cached["access_token"], "cachedSource": cached["token_source"],
        "refreshed": refreshed["access_token"], "refreshedSource": refreshed["token_source"]}))


main(*sys.argv[1:5])
