/** What disturbing runs came to: the promise in figures, and every fault. */
export function summaryOf({ undisturbed_ms, concurrency, outcomes }, replies) {
  const ends = outcomes.flatMap((outcome) => outcome.ends);
  const sum = (of) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    runs: outcomes.length,
    signals: ends.length,
    replies_of_a_run: replies,
    concurrency,
    undisturbed_ms,
    signals_by_replies_kept: byShare(ends, replies),
    journalled_replies_lost: sum(({ lost }) => lost),
    journalled_replies_asked_again: sum(({ askedAgain }) => askedAgain),
    other_repeats_of_a_signal: spread(ends.map(({ wasted }) => wasted)),
    exit_ms: spread(ends.map(({ exit_ms }) => exit_ms)),
    ended_by: counts(ends.map(({ by }) => String(by))),
    runs_with_a_fault: outcomes.filter(({ faults }) => faults.length > 0).length,
    faults: outcomes.flatMap(({ faults }) => faults),
  };
}

/** How many came while the journal held none, up to a quarter, … of the replies, and when it held all. */
function byShare(ends, replies) {
  const names = ['none', 'up to 1/4', 'up to 1/2', 'up to 3/4', 'below all', 'all'];
  const nameOf = ({ kept }) =>
    kept === 0 ? 'none' : names[kept === replies ? 5 : 1 + Math.floor((4 * kept) / replies)];
  return Object.fromEntries(names.map((name) => [name, ends.filter((end) => nameOf(end) === name).length]));
}

/** null where there are none. */
function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return sorted.length === 0 ? null : { least: sorted[0], median: at(0.5), p90: at(0.9), most: at(1) };
}

function counts(names) {
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => [name, names.filter((one) => one === name).length]),
  );
}
