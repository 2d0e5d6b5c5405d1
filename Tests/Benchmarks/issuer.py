"""An OpenID Connect issuer on loopback that grants every refresh token: oidc-agent needs one to load an account from.

    issuer.py TOKEN    prints its port; the access token of every response is TOKEN. Ends when its stdin does.
"""

import http.server
import json
import sys
import threading


class Issuer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        base = f"http://localhost:{self.server.server_port}"
        self.answer({
            "issuer": base, "token_endpoint": f"{base}/token", "authorization_endpoint": f"{base}/authorize",
            "scopes_supported": ["openid", "offline_access"], "grant_types_supported": ["refresh_token"],
            "response_types_supported": ["code"]})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer({
            "access_token": sys.argv[1], "token_type": "Bearer", "expires_in": 3600, "refresh_token": "worthless"})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("localhost", 0), Issuer)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
