"""Judges the signatures of PDFs by pyHanko.

usage: judge.py ROOT.der FOLDER   judges every *.pdf of the folder, in the order of their names
Prints one line of JSON for each file: {"file", "signatures": [...], "error"}.
"""

import json
import logging
import sys
from pathlib import Path

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
root = x509.Certificate.load(Path(sys.argv[1]).read_bytes())


def judge(signature) -> dict:
    try:
        return verdict(signature)
    except Exception as fault:  # noqa: BLE001: whatever is wrong is the verdict
        return {"field": signature.field_name, "error": f"{type(fault).__name__}: {fault}"}


def verdict(signature) -> dict:
    context = ValidationContext(trust_roots=[root], allow_fetching=False)
    status = validate_pdf_signature(signature, context, context)
    timestamp = status.timestamp_validity
    change = status.modification_level
    return {
        "field": signature.field_name,
        "error": None,
        "subFilter": str(signature.sig_object.get("/SubFilter")),
        "intact": status.intact,
        "valid": status.valid,
        "trusted": status.trusted,
        "coverage": status.coverage.name,
        "changes": None if change is None else change.name,
        "changesAllowed": status.docmdp_ok,
        "timestamp": None if timestamp is None else bool(timestamp.intact and timestamp.valid),
        "mechanism": status.pkcs7_signature_mechanism,
        "signingTime": "signing_time" in {
            attribute["type"].native for attribute in signature.signer_info["signed_attrs"]
        },
    }


for path in sorted(Path(sys.argv[2]).glob("*.pdf")):
    report = {"file": path.name, "signatures": [], "error": None}
    try:
        with path.open("rb") as file:
            # Not strict: pyHanko judges files with hybrid cross-references in no other way.
            reader = PdfFileReader(file, strict=False)
            report["signatures"] = [judge(one) for one in reader.embedded_signatures]
    except Exception as fault:  # noqa: BLE001: whatever is wrong is the verdict
        report["error"] = f"{type(fault).__name__}: {fault}"
    print(json.dumps(report), flush=True)
