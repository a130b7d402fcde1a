import time

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet


def configure(issuer, client_id, secret, redirect_uri, post=False):
    metadata = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()
    assert metadata["issuer"] == issuer
    session = OAuth2Session(
        client_id,
        secret,
        scope="openid",
        redirect_uri=redirect_uri,
        code_challenge_method="S256",
        token_endpoint_auth_method="client_secret_post" if post else "client_secret_basic",
    )
    return metadata, session


def begin_login(config, max_age=None):
    """Keep `checks` in the session of the browser, and send it to `url`."""
    metadata, session = config
    checks = {"nonce": generate_token(), "verifier": generate_token(48), "max_age": max_age}
    extra = {} if max_age is None else {"max_age": max_age}
    url, checks["state"] = session.create_authorization_url(
        metadata["authorization_endpoint"],
        nonce=checks["nonce"],
        code_verifier=checks["verifier"],
        **extra,
    )
    return url, checks


def finish_login(config, callback, checks):
    metadata, session = config
    token = session.fetch_token(
        metadata["token_endpoint"],
        authorization_response=callback,
        state=checks["state"],
        code_verifier=checks["verifier"],
    )
    keys = KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
    claims = jwt.decode(token["id_token"], keys, algorithms=["ES256"]).claims
    jwt.JWTClaimsRegistry(
        leeway=60,
        iss={"essential": True, "value": metadata["issuer"]},
        aud={"essential": True, "value": session.client_id},
        nonce={"essential": True, "value": checks["nonce"]},
        sub={"essential": True},
        exp={"essential": True},
    ).validate(claims)
    if checks["max_age"] is not None:
        assert time.time() - claims["auth_time"] <= checks["max_age"] + 60
    return claims
