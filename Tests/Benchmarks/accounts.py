"""Prints an MSAL token cache with invented accounts: accounts.py COUNT. Its tokens are worthless."""
import json
import sys
import time

now = int(time.time())
client = "c0ffee00-0000-4000-8000-000000000000"
cache = {"Account": {}, "AccessToken": {}, "RefreshToken": {}}
for number in range(int(sys.argv[1])):
    tenant = f"{number:08x}-0000-4000-8000-000000000000"
    entity = {
        "home_account_id": f"{number:08x}-aaaa-4000-8000-000000000000.{tenant}",
        "environment": "login.microsoftonline.com",
    }
    username = f"user@contoso{number:05}.example"
    cache["Account"][str(number)] = entity | {"realm": tenant, "username": username}
    cache["RefreshToken"][str(number)] = entity | {
        "client_id": client, "secret": "r" * 1000, "last_modification_time": str(now)}
    cache["AccessToken"][str(number)] = entity | {
        "client_id": client, "realm": tenant, "target": "User.Read", "token_type": "Bearer", "secret": "a" * 1500,
        "cached_at": str(now), "expires_on": str(now + 86400)}
json.dump(cache, sys.stdout)
