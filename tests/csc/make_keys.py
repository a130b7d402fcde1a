"""Makes the keys that pki.yml names, in the folder that is given."""

import sys
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

folder = Path(sys.argv[1])
keys = {
    "root": ec.generate_private_key(ec.SECP256R1()),
    "issuer": ec.generate_private_key(ec.SECP256R1()),
    "seal-rsa": rsa.generate_private_key(public_exponent=65537, key_size=2048),
    "seal-p256": ec.generate_private_key(ec.SECP256R1()),
    "seal-p384": ec.generate_private_key(ec.SECP384R1()),
}
for name, key in keys.items():
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / f"{name}.pem").write_bytes(pem)
