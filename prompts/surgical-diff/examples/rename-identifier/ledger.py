"""Turns bank statements into ledger entries."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Entry:
    account: str
    amt: Decimal
    memo: str = ""


def parse_line(line: str) -> Entry:
    """Parse one line, as recieved from the bank: account;amount;memo."""
    account, amt, memo = line.rstrip("\n").split(";")
    return Entry(account=account, amt=Decimal(amt), memo=memo)


def total(entries: list[Entry]) -> Decimal:
    """Sum of all amounts. An empty list is zero, not an error."""
    return sum((e.amt for e in entries), Decimal(0))


def format_entry(entry: Entry) -> str:
    stamp = f"{entry.account}: {entry.amt:>12}"
    return stamp + (f"  ({entry.memo})" if entry.memo else '')
