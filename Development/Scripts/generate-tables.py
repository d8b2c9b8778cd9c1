#!/usr/bin/env python3
"""Writes the data tables of the metadata reader.

Usage: generate-tables.py html                              names and character references, from Python's library alone
       generate-tables.py encodings [--check] [DIRECTORY]   the legacy encodings, from the indexes of the Encoding Standard

Each is a file in tables, which says more.
"""
import sys

from tables import encodings, html

TABLES = {"html": html.main, "encodings": encodings.main}

if len(sys.argv) < 2 or sys.argv[1] not in TABLES:
    sys.exit(f"generate-tables: name the tables to write: {', '.join(TABLES)}")
TABLES[sys.argv.pop(1)]()
