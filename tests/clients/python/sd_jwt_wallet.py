"""Verifies a credential and presents it by the reference implementation of SD-JWT. Reads JSON from
standard input, and prints JSON."""

import json
import sys

from jwcrypto.jwk import JWK
from sd_jwt.holder import SDJWTHolder
from sd_jwt.verifier import SDJWTVerifier

asked = json.load(sys.stdin)
issuer_key = JWK(**asked["issuerKey"])
verifier = SDJWTVerifier(asked["credential"], lambda issuer, header: issuer_key)
holder = SDJWTHolder(asked["credential"])
holder_key = JWK(**asked["holderKey"])
holder.create_presentation(asked["shown"], asked["nonce"], asked["aud"], holder_key, "ES256")
print(
    json.dumps(
        {
            "verified": verifier.get_verified_payload(),
            "presentation": holder.sd_jwt_presentation,
        }
    )
)
