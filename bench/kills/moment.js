import { journalBytes } from './traces.js';

/** Calls `act` once the moment has come: milliseconds from now, or a length of the journal in bytes. Never for null. */
export function waitFor(root, moment, act) {
  if (moment === null) return { forget: () => {} };
  if (moment.ms !== undefined) return timed(setTimeout(act, moment.ms));
  const timer = setInterval(() => {
    if (journalBytes(root) < moment.bytes) return;
    clearInterval(timer);
    act();
  }, 2);
  return timed(timer);
}

function timed(timer) {
  return { forget: () => clearTimeout(timer) };
}
