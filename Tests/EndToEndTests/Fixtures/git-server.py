"""A git server over HTTP on loopback, whose organizations take access tokens of their own tenants alone.

git-server.py ROOT AUDIENCE ORGANIZATION=TENANT...

Repositories are ROOT/ORGANIZATION/NAME.git. The port is the first line of output. Each request is a line of output:
the status, how the token was sent, its user and the path. A token that is a line of ROOT/rejected is refused. The
server ends with its standard input.
"""

import base64
import http.server
import json
import os
import subprocess
import sys
import threading
import time

root, audience = sys.argv[1:3]
tenants = dict(word.split("=") for word in sys.argv[3:])


def claims(token):
    try:
        part = token.split(".")[1]
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (IndexError, ValueError):
        return {}


def rejected():
    try:
        with open(os.path.join(root, "rejected")) as file:
            return file.read().split("\n")
    except FileNotFoundError:
        return []


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def token(self):
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        if scheme == "Basic":
            return scheme, base64.b64decode(value).decode().partition(":")[2]
        return scheme, value

    def is_admitted(self, token):
        held = claims(token)
        organization = self.path.split("/")[1]
        return (
            organization in tenants
            and held.get("tid") == tenants[organization]
            and held.get("aud") == audience
            and held.get("exp", 0) > time.time()
            and token not in rejected()
        )

    def serve(self):
        scheme, token = self.token()
        status = 200 if self.is_admitted(token) else 401
        print(status, scheme or "-", claims(token).get("upn", "-"), self.path, flush=True)
        if status == 200:
            return self.run_git()
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Bearer realm="git"')
        self.send_header("WWW-Authenticate", 'Basic realm="git"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def run_git(self):
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": root,
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "REMOTE_USER": "somebody",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        run = subprocess.run(["git", "http-backend"], input=body, stdout=subprocess.PIPE, env=environment)
        head, _, content = run.stdout.partition(b"\r\n\r\n")
        fields = [line.split(": ", 1) for line in head.decode().split("\r\n")]
        status = next((value for name, value in fields if name == "Status"), "200 OK")
        self.send_response(int(status.split()[0]))
        for name, value in fields:
            if name != "Status":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = serve

    def log_message(self, *_):
        pass


def end_with_input():
    sys.stdin.read()
    os._exit(0)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
threading.Thread(target=end_with_input, daemon=True).start()
server.serve_forever()
