"""What a user would otherwise write: llama-index over Chroma in about ten lines, with the same dense encoder.

    python benchmarks/peer_llama_index.py FOLDER QUESTION   # builds FOLDER where it is empty, then answers

Needs `pip install llama-index-vector-stores-chroma` (extra `bench`). Prints JSON: what it found and its times in seconds.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

start = time.perf_counter()
import chromadb
from llama_index.core import StorageContext, VectorStoreIndex
from llama_index.core.schema import TextNode
from llama_index.vector_stores.chroma import ChromaVectorStore

from assistant.engine import PaperEmbedding
from assistant.models.dense import BundledEncoder

folder, question = sys.argv[1:3]
collection = chromadb.PersistentClient(folder).get_or_create_collection("papers", metadata={"hnsw:space": "cosine"})
store, embedding = ChromaVectorStore(chroma_collection=collection), PaperEmbedding(BundledEncoder(adapted=False))
built = 0.0
if not collection.count():
    begin = time.perf_counter()
    blocks = [b for f in sorted(Path("seeds").glob("*.txt")) for b in f.read_text("utf-8").strip().split("\n\n")[1:]]
    context = StorageContext.from_defaults(vector_store=store)
    VectorStoreIndex([TextNode(text=b, id_=str(i)) for i, b in enumerate(blocks)], storage_context=context, embed_model=embedding)
    built = time.perf_counter() - begin
retriever = VectorStoreIndex.from_vector_store(store, embed_model=embedding).as_retriever(similarity_top_k=5)
found = [node.text[:60] for node in retriever.retrieve(question)]
cold = time.perf_counter() - start - built
warm = []
for _ in range(20):
    begin = time.perf_counter()
    retriever.retrieve(question)
    warm.append(time.perf_counter() - begin)
print(json.dumps({"found": found, "built": built, "cold": cold, "warm_p50": sorted(warm)[10]}))
