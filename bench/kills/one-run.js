import { isDeepStrictEqual } from 'node:util';
import { processesOf, startSession } from '../harness/session.js';
import { killsReplies } from './library.js';
import { waitFor } from './moment.js';
import { decisionOf, journalBytes, tracesIn } from './traces.js';

/** A run that nobody disturbs: what it decides and how long it takes. */
export async function undisturbedRun({ root, env, server }) {
  const { code, told, wall_ms } = await startSession(['eval', 'diff'], { env, cwd: root }).ended;
  if (code !== 1) throw new Error(`the undisturbed run ended with ${code} instead of 1: ${told}`);
  await server.report();
  return { decision: decisionOf(tracesIn(root)), wall_ms, bytes: journalBytes(root) };
}

/**
 * Sends a signal to a run with all its processes at each of these moments, and resumes it until it is done. `faults` says in
 * what it broke the promise, `ends` what each signal came to: none where the run was over before.
 */
export async function disturbedRun({ root, env, server, moments, signal, ...expected }) {
  const seen = { faults: [], ends: [] };
  for (const moment of [...moments, null]) {
    const before = tracesIn(root);
    if (before.rows.length > 0) break;
    const ended = await sessionOf({ root, env, moment, signal, isFirst: before.dir === null });
    const { answered } = await server.report();
    note(seen, { root, before, after: tracesIn(root), answered, ended, ...expected });
  }
  return { ...seen, faults: [...seen.faults, ...endFaults(tracesIn(root), expected)] };
}

async function sessionOf({ root, env, moment, signal, isFirst }) {
  const session = startSession(isFirst ? ['eval', 'diff'] : ['eval', 'diff', '--resume'], { env, cwd: root });
  const moments = waitFor(root, moment, () => {
    session.kill(signal);
  });
  const ended = await session.ended;
  moments.forget();
  return { ...ended, moment };
}

/** Whether a signal ended the session: these codes are how eva says so itself. */
function isCutShort({ code, signal }) {
  return signal !== null || [129, 130, 131, 143].includes(code);
}

function note(seen, { root, before, after, answered, ended, concurrency, scale }) {
  const wasted = answered.length - (after.journal.replies.length - before.journal.replies.length);
  const again = askedAgain(before.journal.replies, answered, 100 / scale);
  const isLost = !after.journal.whole.startsWith(before.journal.whole);
  const isCut = isCutShort(ended);
  if (isCut) seen.ends.push(endOf(ended, after, wasted));
  seen.faults.push(
    ...(isLost ? ['the journal does not begin with what it held before'] : []),
    ...(again > 0 ? [`${again} replies of the journal were asked for again`] : []),
    ...(wasted > (isCut ? concurrency : 0) ? [`${wasted} replies were paid for and not kept`] : []),
    ...(isCut || ended.code === 1 ? [] : [`a session ended with ${ended.code}: ${ended.told}`]),
    ...processesOf(root).map((pid) => `process ${pid} is left`),
  );
}

function endOf({ moment, code, signal }, { journal }, wasted) {
  return {
    moment,
    by: code ?? signal,
    kept: journal.replies.length,
    wasted,
  };
}

/** How many requests were answered that the journal had the reply of. Of requests that are alike: how many too many. */
function askedAgain(replies, answered, alike) {
  const had = counts(replies.map(({ asked }) => asked));
  const wanted = (asked) => (asked.endsWith('hundred 0') ? alike : 1);
  return [...counts(answered)].reduce(
    (sum, [asked, count]) => sum + Math.max(0, count + (had.get(asked) ?? 0) - wanted(asked)),
    0,
  );
}

function counts(names) {
  const of = new Map();
  for (const name of names) of.set(name, (of.get(name) ?? 0) + 1);
  return of;
}

/** A run that was killed and resumed is one attempt, and ends as its row says: the undisturbed one has a failed case. */
function attemptFaults({ rows, attempts }) {
  const begun = attempts.filter(({ event }) => event === 'begin').map(({ run_id }) => run_id);
  const end = attempts.findLast(({ event }) => event === 'end');
  return [
    ...(begun.length === 1 && begun[0] === rows[0]?.run_id ? [] : [`${begun.length} attempts have begun`]),
    ...(end?.outcome === 'failed' && end.red ? [] : [`the attempt ended with ${end?.outcome}`]),
  ];
}

function endFaults(end, { scale, undisturbed }) {
  const replies = end.journal.replies.length;
  const distinct = new Set(end.journal.replies.map(({ key }) => key)).size;
  const faults = [
    ...(end.rows.length === 1 ? [] : [`${end.rows.length} rows`]),
    ...attemptFaults(end),
    ...(replies === killsReplies(scale) && distinct === replies
      ? []
      : [`${replies} replies in the journal, ${distinct} keys`]),
  ];
  if (faults.length > 0) return faults;
  return isDeepStrictEqual(decisionOf(end), undisturbed.decision)
    ? []
    : ['another decision than that of the undisturbed run'];
}
