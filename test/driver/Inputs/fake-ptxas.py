#!/usr/bin/env python3
"""Stands for ptxas: spills as FAKE_SPILLS says, "of the default level,of level 1", and writes the level as the cubin."""
import os
import sys

if "--version" in sys.argv:
    print("Cuda compilation tools, release 99.9, V99.9.1")
    sys.exit(0)
plain = "-O1" in sys.argv
spills = os.environ["FAKE_SPILLS"].split(",")[plain]
print("ptxas info    : Function properties for add_kernel")
print("    %s bytes stack frame, %s bytes spill stores, %s bytes spill loads" % (spills, spills, spills))
print("ptxas info    : Used %d registers, used 0 barriers, 380 bytes cmem[0]" % (255 if plain else 32))
with open(sys.argv[sys.argv.index("-o") + 1], "w") as f:
    f.write("level 1" if plain else "default level")
