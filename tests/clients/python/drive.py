"""Goes through one login for the tests: prints where the browser goes, reads where it came back to,
and prints the claims. The module `login` is the guide's."""

import json
import os
import sys

import login

env = os.environ
config = login.configure(
    env["ISSUER"], env["CLIENT_ID"], env["SECRET"], env["REDIRECT_URI"], post="POST" in env
)
max_age = int(env["MAX_AGE"]) if "MAX_AGE" in env else None
url, checks = login.begin_login(config, max_age)
print(url, flush=True)
print(json.dumps(login.finish_login(config, sys.stdin.readline().strip(), checks)))
