"""A wallet for one answer (OpenID4VP 1.0): SD-JWT VC by its reference implementation, requests and
encryption by jwcrypto, mdoc by hand on cbor2 and cryptography. Reads from standard input what a verifier asks, and whom the sandbox's issuer
says the holder is; prints the fields of the answer as JSON. It asks nobody: `requestObject` is what
`request_uri` answered."""

import hashlib
import json
import secrets
import sys
import time
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qs, urlsplit

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import load_der_x509_certificate
from jwcrypto.jwe import JWE
from jwcrypto.jwk import JWK
from jwcrypto.jws import JWS
from sd_jwt.common import SDObj
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer


def base64url(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def number(text):
    return int.from_bytes(urlsafe_b64decode(text + "=="), "big")


def private_key(jwk):
    return ec.derive_private_key(number(jwk["d"]), ec.SECP256R1())


def open_request(jws):
    """A signed request, by the certificate that `client_id` names (OpenID4VP 1.0 section 5.9.3)."""
    header = json.loads(urlsafe_b64decode(jws.split(".")[0] + "=="))
    assert header["typ"] == "oauth-authz-req+jwt"
    der = b64decode(header["x5c"][0])
    signed = JWS()
    signed.deserialize(jws, JWK.from_pyca(load_der_x509_certificate(der).public_key()))
    request = json.loads(signed.payload)
    prefix, name = request["client_id"].split(":", 1)
    if prefix == "x509_hash":
        assert name == base64url(hashlib.sha256(der).digest())
    else:
        assert prefix == "x509_san_dns"
    return request


def read_request(asked):
    digital = asked.get("digitalCredentialRequest")
    if digital is not None:
        if digital["protocol"] == "openid4vp-v1-unsigned":
            return digital["data"]
        request = open_request(digital["data"]["request"])
        assert asked["origin"] in request["expected_origins"]
        return request
    if "requestObject" in asked:
        return open_request(asked["requestObject"])
    query = parse_qs(urlsplit(asked["uri"]).query)
    structured = ["dcql_query", "client_metadata"]
    return {
        name: json.loads(value) if name in structured else value
        for name, [value] in query.items()
    }


def encryption_key(request):
    keys = request.get("client_metadata", {}).get("jwks", {"keys": []})["keys"]
    return keys[0] if request["response_mode"].endswith(".jwt") else None


def encrypt(request, members, key, enc=None):
    named = request["client_metadata"].get("encrypted_response_enc_values_supported", ["A128GCM"])
    header = {"alg": "ECDH-ES", "enc": enc or named[-1], "kid": key["kid"]}
    jwe = JWE(json.dumps(members).encode(), protected=json.dumps(header))
    jwe.add_recipient(JWK(**{name: key[name] for name in ("kty", "crv", "x", "y")}))
    return jwe.serialize(compact=True)


def sd_jwt(credential, asked, binding):
    SDJWTIssuer.SD_JWT_HEADER = "dc+sd-jwt"
    now = int(time.time())
    names = [claim["path"][0] for claim in credential["claims"]]
    claims = {SDObj(name): asked["claims"][name] for name in names}
    meta = {"vct": credential["meta"]["vct_values"][0], "iat": now - 60, "exp": now + 86400}
    holder_key = JWK.generate(kty="EC", crv="P-256")
    issued = SDJWTIssuer(
        {**meta, **claims},
        JWK(**asked["issuer"]["privateKey"]),
        holder_key,
        "ES256",
        extra_header_parameters={"x5c": [asked["issuer"]["certificate"]]},
    )
    holder = SDJWTHolder(issued.sd_jwt_issuance)
    shown = {name: True for name in names}
    holder.create_presentation(shown, binding["nonce"], binding["audience"], holder_key, "ES256")
    return holder.sd_jwt_presentation


def wrapped(value):
    return cbor2.CBORTag(24, cbor2.dumps(value))


def sign1(key, protected, payload):
    signature = key.sign(
        cbor2.dumps(["Signature1", protected, b"", payload]), ec.ECDSA(SHA256())
    )
    r, s = utils.decode_dss_signature(signature)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def mdoc(credential, asked, binding):
    """ISO/IEC 18013-5 section 8.3.2.1.2.2 and 9.1.2 to 9.1.3."""
    doctype = credential["meta"]["doctype_value"]
    items, digests = {}, {}
    for index, claim in enumerate(credential["claims"]):
        namespace, name = claim["path"]
        item = wrapped(
            {
                "digestID": index,
                "random": secrets.token_bytes(32),
                "elementIdentifier": name,
                "elementValue": asked["claims"][name],
            }
        )
        items.setdefault(namespace, []).append(item)
        digest = hashlib.sha256(cbor2.dumps(item)).digest()
        digests.setdefault(namespace, {})[index] = digest
    holder_key = ec.generate_private_key(ec.SECP256R1())
    point = holder_key.public_key().public_numbers()
    now = datetime.now(timezone.utc).replace(microsecond=0)

    def date(days):
        return cbor2.CBORTag(0, (now + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ"))

    security_object = wrapped(
        {
            "version": "1.0",
            "digestAlgorithm": "SHA-256",
            "valueDigests": digests,
            "deviceKeyInfo": {
                "deviceKey": {
                    1: 2,
                    -1: 1,
                    -2: point.x.to_bytes(32, "big"),
                    -3: point.y.to_bytes(32, "big"),
                }
            },
            "docType": doctype,
            "validityInfo": {"signed": date(-1), "validFrom": date(-1), "validUntil": date(30)},
        }
    )
    protected = cbor2.dumps({1: -7})
    payload = cbor2.dumps(security_object)
    issuer_key = private_key(asked["issuer"]["privateKey"])
    certificate = b64decode(asked["issuer"]["certificate"])
    issuer_auth = [protected, {33: certificate}, payload, sign1(issuer_key, protected, payload)]
    name, *values = binding["handover"]
    digest = hashlib.sha256(cbor2.dumps(values)).digest()
    transcript = [None, None, [name, digest]]
    device_names = wrapped({})
    authentication = wrapped(["DeviceAuthentication", transcript, doctype, device_names])
    signature = sign1(holder_key, protected, cbor2.dumps(authentication))
    document = {
        "docType": doctype,
        "issuerSigned": {"nameSpaces": items, "issuerAuth": issuer_auth},
        "deviceSigned": {
            "nameSpaces": device_names,
            "deviceAuth": {"deviceSignature": [protected, {}, None, signature]},
        },
    }
    return base64url(cbor2.dumps({"version": "1.0", "documents": [document], "status": 0}))


def bind(request, asked, key):
    """What an answer is bound to: the verifier, or the page (Appendix B.2.6.1 and B.2.6.2)."""
    thumbprint = None
    if key is not None:
        public = JWK(**{name: key[name] for name in ("kty", "crv", "x", "y")})
        thumbprint = urlsafe_b64decode(public.thumbprint() + "==")
    nonce, origin = request["nonce"], asked.get("origin")
    if origin is not None:
        return {
            "nonce": nonce,
            "audience": f"origin:{origin}",
            "handover": ["OpenID4VPDCAPIHandover", origin, nonce, thumbprint],
        }
    verifier, to = request["client_id"], request["response_uri"]
    return {
        "nonce": nonce,
        "audience": verifier,
        "handover": ["OpenID4VPHandover", verifier, nonce, thumbprint, to],
    }


def answer(asked):
    request = read_request(asked)
    key = encryption_key(request)
    wanted = {"sd-jwt": "dc+sd-jwt", "mdoc": "mso_mdoc"}[asked["format"]]
    credential = next(
        one for one in request["dcql_query"]["credentials"] if one["format"] == wanted
    )
    make = sd_jwt if wanted == "dc+sd-jwt" else mdoc
    binding = bind(request, {**asked, **asked.get("bindTo", {})}, key)
    members = {"vp_token": {credential["id"]: [make(credential, asked, binding)]}}
    if "origin" not in asked:
        members["state"] = request["state"]
    to = asked.get("encryptTo", key)
    if to is None or asked.get("inClear", False):
        return members
    return {"response": encrypt(request, members, to, asked.get("enc"))}


print(json.dumps(answer(json.load(sys.stdin))))
