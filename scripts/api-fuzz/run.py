"""Sends the binary thousands of requests generated from the API's description, as an administrator or signed out. No
response may be a server error, have a status or type that is not described, or a body that does not match its schema.
`run.py BINARY admin|nobody`; exit code 1 if one does."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request
import uuid

HERE = pathlib.Path(__file__).parent
EMAIL, PASSWORD = "fuzz@example.org", "tugboat lantern 42"
# These end the session that the other calls need, so they are not tested.
ENDS_THE_SESSION = "/auth/(sign-out|update-password)|/account/(sessions|password)|/admin/staff/.+/sessions"
# Values generated from the schema alone break rules that no schema can state (a title is not blank, a time is free).
LEFT_OUT = "positive_data_acceptance"


def call(url, path, body=None, token=None, method=None):
    """Calls the API. Returns the JSON of the response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers, method=method), timeout=30) as answer:
        return json.load(answer)


def known(url, token):
    """Creates records, so that calls about one of them find it. Returns their identifiers."""
    post = call(url, "/api/admin/posts", {"title": "Fuzz", "slug": "fuzz", "published": True}, token)
    slots = [slot["start"] for slot in call(url, "/api/availability?days=31")["slots"]]
    form = {"type": "contact", "name": "Ann", "email": "ann@example.org", "message": "Hello"}
    call(url, "/api/functions/send-contact-email", {"data": form})
    enquiry = call(url, "/api/admin/enquiries", token=token)["enquiries"][0]["id"]
    # Saved once, so that it has an earlier version, and with an unsaved draft.
    saved = {"title": "Fuzz again", "slug": "fuzz", "published": True, "version": post["version"]}
    address = f"/api/admin/posts/{post['id']}"
    call(url, address, saved, token, "PUT")
    revision = call(url, f"{address}/revisions", token=token)["revisions"][0]["id"]
    key = str(uuid.uuid4())
    call(url, f"{address}/drafts/{key}", saved, token, "PUT")
    booked = call(url, "/api/bookings", {"start": slots[-1], "name": "Ann Example", "email": "ann@example.org"})
    paths = {
        "GET /api/posts/{slug}": {"slug": "fuzz"},
        "GET /api/admin/posts/{id}": {"id": post["id"]},
        "PUT /api/admin/posts/{id}": {"id": post["id"]},
        "GET /api/admin/posts/{id}/revisions": {"id": post["id"]},
        "GET /api/admin/posts/{id}/revisions/{revision}": {"id": post["id"], "revision": revision},
        "GET /api/admin/posts/{id}/drafts": {"id": post["id"]},
        "PUT /api/admin/posts/{id}/drafts/{key}": {"id": post["id"], "key": key},
        "DELETE /api/admin/posts/{id}/drafts/{key}": {"id": post["id"], "key": key},
        "DELETE /api/admin/bookings/{id}": {"id": booked["id"]},
        "PATCH /api/admin/enquiries/{id}": {"id": enquiry},
        "PATCH /api/bookings/{token}": {"token": booked["manage_url"].rsplit("/", 1)[1]},
    }
    return {"paths": paths, "slots": slots, "url": url, "token": token, "post": post["id"]}


def main(binary, who):
    with tempfile.TemporaryDirectory(prefix="foundfirst-fuzz-") as folder:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("FOUNDFIRST_")}
        environment |= {"FOUNDFIRST_DATA_DIR": f"{folder}/data", "FOUNDFIRST_TRUSTED_PROXIES": "127.0.0.1/32"}
        # Keeps Python's compiled files of the hooks out of the project.
        environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(HERE), "SCHEMATHESIS_HOOKS": "hooks"}
        setup = {"env": environment, "cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
        subprocess.run([binary, "demo"], **setup)
        subprocess.run([binary, "admin", "create", EMAIL, "--password-stdin"], input=PASSWORD.encode(), **setup)
        with open(f"{folder}/log", "w+b") as log:
            server = subprocess.Popen(
                [binary, "serve", "--listen", "127.0.0.1:0"],
                env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True,
            )
            try:
                url = next(line for line in server.stdout if line.startswith("Listening on ")).split()[-1]
                token = call(url, "/api/auth/sign-in", {"email": EMAIL, "password": PASSWORD})["access_token"]
                environment["FUZZ_KNOWN"] = json.dumps(known(url, token))
                failed = subprocess.run(requests(url, token if who == "admin" else None, folder), env=environment, cwd=folder).returncode
            finally:
                server.terminate()
                server.wait(30)
            log.seek(0)
            errors = [line for line in log.read().decode().splitlines() if " ERROR " in line]
    for line in errors[:20]:
        print(line)
    return 1 if failed or errors else 0


def requests(url, token, folder):
    """Returns the command that generates and sends the requests: the same ones every time."""
    pathlib.Path(folder, "schemathesis.toml").touch()
    command = [
        str(pathlib.Path(sys.executable).with_name("schemathesis")), "--no-color", "run", f"{url}/api/openapi.json",
        "--seed", "2011", "--max-examples", "25", "--request-timeout", "30", "--no-shrink", "--warnings", "off",
        "--suppress-health-check", "all", "--exclude-checks", LEFT_OUT,
    ]
    if token:
        command += ["--header", f"Authorization: Bearer {token}", "--exclude-path-regex", ENDS_THE_SESSION]
    return command


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]))
