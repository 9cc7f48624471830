"""Ask the running page one question as a program would; exit 1 where the answer does not name both papers.

python tests/ask_over_http.py http://127.0.0.1:7860
"""

from __future__ import annotations

import sys
import time

from gradio_client import Client

EXPECTED = ("Practical Bayes-Optimal Membership Inference Attacks", "Exploring the limits of strong membership inference attacks")


def main(address: str) -> int:
    """Wait for the page, ask, compare."""
    for _ in range(120):
        try:
            client = Client(address, verbose=False)
            break
        except Exception:  # the server is still indexing the seeds
            time.sleep(1)
    else:
        print(f"{address} did not answer within two minutes")
        return 1
    answer = client.predict("Which papers study membership inference?", api_name="/ask")
    missing = [title for title in EXPECTED if title not in str(answer)]
    print(f"asked {address}: " + ("both papers are named" if not missing else f"missing: {missing}"))
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
