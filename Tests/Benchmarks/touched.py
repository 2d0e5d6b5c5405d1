#!/usr/bin/env python3
"""The symbols that a program touches: reads the trace of `valgrind --tool=lackey --trace-mem=yes` on stdin and prints a
name a line, each kind in the order of first use: the functions, the variables that the program uses, and those that only
the loader writes to before the program starts.

    touched.py PROGRAM ENTRY    PROGRAM with its symbols; ENTRY is the address of its entry point in that run, in hex
"""
import bisect
import re
import subprocess
import sys

# Constants are not listed: most have no name. Nor are those that the loader relocates: it writes to all of their pages.
SECTIONS = (".text", ".data", ".bss")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def sections(program):
    """The addresses of SECTIONS."""
    pattern = re.compile(r"\s*\[\s*\d+\]\s+(\S+)\s+\S+\s+(\w+)\s+\w+\s+(\w+)")
    matches = filter(None, map(pattern.match, output("readelf", "-SW", program).splitlines()))
    return [range(int(m[2], 16), int(m[2], 16) + int(m[3], 16)) for m in matches if m[1] in SECTIONS]


def symbols(program):
    """Start, end and name of each symbol that has a size, sorted."""
    lines = [line.split(None, 3) for line in output("nm", "-S", "--defined-only", program).splitlines()]
    return sorted((int(s[0], 16), int(s[0], 16) + int(s[1], 16), s[3]) for s in lines if len(s) == 4)


def accesses(trace, base, entry):
    """Each address once before the entry point ran and once after: whether it did, the kind of access, the address."""
    has_started = False
    seen = set()
    for line in trace:
        kind, address = line[:2].strip(), line[2:].partition(",")[0].strip()
        # Other lines are messages of valgrind.
        if kind in ("I", "L", "S", "M") and (has_started, kind == "I", address) not in seen:
            seen.add((has_started, kind == "I", address))
            has_started = has_started or int(address, 16) == entry
            yield has_started, kind, int(address, 16) - base


def main(program, entry):
    linked_entry = re.search(r"Entry point address:\s+(\w+)", output("readelf", "-h", program))[1]
    entry, linked_entry = int(entry, 16), int(linked_entry, 16)
    ranges, table = sections(program), symbols(program)
    starts = [start for start, _, _ in table]
    # Dictionaries, because they keep the order.
    functions, used, relocated = {}, {}, {}
    for has_started, kind, address in accesses(sys.stdin, entry - linked_entry, entry):
        index = bisect.bisect_right(starts, address) - 1
        if index >= 0 and address < table[index][1] and any(address in addresses for addresses in ranges):
            (functions if kind == "I" else used if has_started else relocated)[table[index][2]] = True
    for name in dict.fromkeys([*functions, *used, *relocated]):
        print(name)


main(*sys.argv[1:])
