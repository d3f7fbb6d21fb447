"""Command line: verbs, the Hydra application, doctor, and errors in one line."""

import os

# Address space that libraries would take in advance, measured: each of numpy's and scipy's copies of OpenBLAS 40 MB
# for every further core, and Arrow's own allocator 1 GB. Matrices and tables are too small here to gain by them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
