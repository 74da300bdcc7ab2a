import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExitCode } from '#model/codes.js';
import { type Comparison, compareLine, defaultMargin } from '#model/pairs/comparison.js';
import { EvaError, orNull } from '#model/problem.js';
import type { RunPlan } from '#model/run/run.js';
import { version } from '#model/version.js';
import { compareReport, pairsOfRuns } from '#report/stored/compare-report.js';
import { type PlaceFlags, placeFlags } from '#report/stored/continuation.js';
import { text } from '#report/view/text.js';
import { compareStoredRuns, planStoredPairs } from '#run/compare/stored-pairs.js';
import { compareRowPath } from '#store/logs/compare-log.js';
import { readComparison } from '#store/run/comparison-file.js';
import { comparedRuns } from '#store/run/kept-runs.js';
import { holderOfRun, readPlan } from '#store/run/run-folder.js';
import { runDirOf, runNames } from '#store/run/run-names.js';
import { readShownPairs } from '../compare/changed-pairs-section.js';
import { comparePage } from '../compare/compare-page.js';
import { livePage } from '../live/live-page.js';
import type { LiveEvent } from '../live/live-state.js';
import { readFilter, readLink } from '../replies/reply-filter.js';
import { runListPage } from '../served/run-list.js';
import { type ComparisonOfRun, runPage } from '../served/run-page.js';
import { problemPage } from '../served/served-page.js';
import type { Admitted } from './admission.js';
import { findReply, outcomeChoices, replyPage, runRows } from './reply-pages.js';
import { RunFollower } from './run-follower.js';
import { RunCache, refuseHuge, type ServedRun } from './served-run.js';
import { htmlAnswer, jsonAnswer, type ServerAnswer, type ServerClock, type ServerOptions } from './server.js';

interface ServedLibrary {
  readonly root: string;
  /** The flags that name the library in commands. */
  readonly place: PlaceFlags;
  readonly now: () => Date;
  readonly sleep: ServerClock['sleep'];
  readonly onFault: (error: unknown) => void;
}

/** Returns the answers of a server that shows the runs of a library. It writes nothing. */
export function openPages(library: ServedLibrary): Pick<ServerOptions, 'answer' | 'pageOf'> {
  const cache = new RunCache(library.root, library.place);
  return {
    answer: (request) => answerTo(request, library, cache),
    pageOf: (error) => pageOfError(error, library.onFault),
  };
}

function answerTo(request: Admitted, library: ServedLibrary, cache: RunCache): ServerAnswer | Promise<ServerAnswer> {
  const { path, query } = request;
  if (path === '/') return listOfRuns(query, library);
  if (path === '/compare') return comparison(query, library);
  const [, name = '', part = ''] = /^\/run\/([^/]+)(?:\/([a-z]+))?$/.exec(path) ?? [];
  const run_id = decoded(name);
  if (!runNames(library.root).includes(run_id)) return notFound();
  const address = `/run/${encodeURIComponent(run_id)}`;
  if (part === '') return cache.use(run_id, (run) => pageOfRun(run, address, library));
  if (part === 'replies') return cache.use(run_id, (run) => repliesOf(run, request));
  if (part === 'comparison') return comparisonWith(run_id, address, library);
  if (part === 'live') return livePageOf(run_id, address, library);
  if (part === 'events') return eventsOf(run_id, library);
  return notFound();
}

/** Returns the page that follows a run. It shows what a first read finds; the browser asks for the rest. */
function livePageOf(run_id: string, address: string, { root }: ServedLibrary): ServerAnswer {
  const plan = readPlan(root, run_id);
  const follower = new RunFollower(runDirOf(root, run_id), plan);
  try {
    follower.read();
    return htmlAnswer(livePage({ title: text(plan.id), address, state: follower.state() }));
  } finally {
    follower.close();
  }
}

function eventsOf(run_id: string, { root, sleep }: ServedLibrary): ServerAnswer {
  const plan = readPlan(root, run_id);
  const events = (signal: AbortSignal) => liveEvents(new RunFollower(runDirOf(root, run_id), plan), { sleep }, signal);
  return { kind: 'events', events };
}

/** Decodes a part of a path; empty if it is not encoded as it should. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function listOfRuns(query: URLSearchParams, { root, now }: ServedLibrary, problem: string | null = null): ServerAnswer {
  const chosen = { prompt: query.get('prompt') ?? '', outcome: query.get('outcome') ?? '' };
  const { prompts, ...list } = runRows(root, chosen, now());
  return htmlAnswer(
    runListPage({
      ...list,
      filter: { ...chosen, prompts, outcomes: outcomeChoices },
      problem: problem === null ? null : text(problem),
    }),
  );
}

async function comparisonWith(run_id: string, address: string, { root }: ServedLibrary): Promise<ServerAnswer> {
  const page = await storedComparisonPage(root, run_id);
  if (page) return htmlAnswer(page);
  const hint = text('Its run may be there: remove “/comparison” from the address.');
  return htmlAnswer(problemPage('There is no such comparison', [{ message: text(address), hint }]), 404);
}

/** Compares the two ticked runs. Any other number of them leads back to the list. */
async function comparison(query: URLSearchParams, library: ServedLibrary): Promise<ServerAnswer> {
  const known = new Set(runNames(library.root));
  const [a, b, ...others] = [...new Set(query.getAll('run'))].filter((name) => known.has(name));
  if (a !== undefined && b !== undefined && others.length === 0) return comparedRunsAnswer(library, [a, b]);
  return listOfRuns(query, library, 'Tick two runs of one prompt to compare them.');
}

function pageOfRun(run: ServedRun, address: string, { root }: ServedLibrary): ServerAnswer {
  const isRunning = holderOfRun(runDirOf(root, run.run_id)) !== null;
  const comparison = comparisonOfRun(root, run.run_id, run.plan);
  return htmlAnswer(runPage({ ...run, address, isRunning, comparison, version }));
}

async function repliesOf(run: ServedRun, { query, signal }: Admitted): Promise<ServerAnswer> {
  const find = query.get('find');
  const link = find === null ? null : readLink(find);
  if (find !== null) return jsonAnswer(link === null ? { from: null } : findReply(run, link));
  const from = Number(query.get('from') ?? 0);
  const place = Number.isSafeInteger(from) && from > 0 ? from : 0;
  return jsonAnswer(await replyPage(run, readFilter(query.toString(), run.head), place, signal));
}

function notFound(): ServerAnswer {
  const hint = text('It may have been removed. “all runs” lists those that are there.');
  return htmlAnswer(problemPage('There is no such run', [{ message: text(''), hint }]), 404);
}

const internal: ExitCode = 70;

function shownProblems({ problems }: EvaError) {
  return problems.map(({ message, hint }) => ({
    message: text(message),
    hint: hint === undefined ? null : text(hint),
  }));
}

function pageOfError(error: unknown, onFault: (error: unknown) => void): ServerAnswer {
  const isFault = !(error instanceof EvaError) || error.exitCode === internal;
  if (isFault) onFault(error);
  if (!(error instanceof EvaError)) {
    return htmlAnswer(
      problemPage('This page cannot be shown', [
        { message: text('This is a bug in eva.'), hint: text('The terminal of eva view has the details.') },
      ]),
      500,
    );
  }
  return htmlAnswer(problemPage('This run cannot be shown', shownProblems(error)), 500);
}

/**
 * Renders the comparison whose side B is a run; null if the run has none. Without the folder of side A it has no answers. Throws EVA_BAD_RUN,
 * EVA_DISK, EVA_ODD_FILE.
 */
async function storedComparisonPage(root: string, run_id: string): Promise<Iterable<string> | null> {
  const comparison = readComparison(runDirOf(root, run_id));
  if (!comparison) return null;
  const { view, changed } = await compareReport({
    comparison,
    source: pairsIn(root, run_id, comparison),
    rowPath: compareRowPath(root, run_id),
  });
  return comparePage({ view, pairs: await readShownPairs(changed()), version, isServed: true });
}

function pairsIn(root: string, run_id: string, comparison: Comparison) {
  const other = comparison.a.run_id;
  if (!runNames(root).includes(other)) return null;
  const folderOf = (name: string) => ({ dir: runDirOf(root, name), plan: readPlan(root, name) });
  return pairsOfRuns(folderOf(other), folderOf(run_id), comparison);
}

/** Returns the comparison that a run answered for; null for a run of its own. Throws EVA_DISK, EVA_ODD_FILE. */
function comparisonOfRun(root: string, run_id: string, { compare }: RunPlan): ComparisonOfRun | null {
  if (!compare) return null;
  const { side, against, comparison } = compare;
  const b = side === 'b' ? run_id : comparedRuns(root).find((one) => one.comparison === comparison)?.b?.run_id;
  const hasPage = b !== undefined && readComparison(runDirOf(root, b)) !== null;
  const address = hasPage ? `/run/${encodeURIComponent(b)}/comparison` : null;
  return { side, against: text(against), address };
}

const alpha = 0.05;

async function comparedRunsAnswer(library: ServedLibrary, runs: readonly [string, string]): Promise<ServerAnswer> {
  const sides = inOrder(runs);
  try {
    return htmlAnswer(await comparedRunsPage(library.root, sides, library.now()));
  } catch (error) {
    if (!(error instanceof EvaError) || error.exitCode === internal) throw error;
    const next = orNull(() => nextStep(error, library, sides)) ?? [];
    return htmlAnswer(problemPage('These two runs cannot be compared', [...shownProblems(error), ...next]), 422);
  }
}

/** Returns the command that compares these runs with the margin that they can show, else one that asks two versions the same cases. */
function nextStep({ problems }: EvaError, { root, place }: ServedLibrary, [a, b]: readonly [string, string]) {
  const [{ id: other }, { id }] = [readPlan(root, a), readPlan(root, b)];
  const margins = problems.flatMap(({ fix }) => (typeof fix?.['allowed'] === 'number' ? [fix['allowed']] : []));
  const [message, command] =
    margins.length > 0
      ? [
          'Type this in a terminal to compare them with the margin that they can show:',
          compareLine({ id, words: [a, b], margin: Math.min(...margins) }),
        ]
      : [
          `Type this in a terminal to ask ${other === id ? 'the version of a commit and the files of today' : 'both prompts'} the same cases, with the same judge:`,
          compareLine({ id, words: [other === id ? 'HEAD' : other] }),
        ];
  return [{ message: text(message), hint: text([command, ...placeFlags(place)].join(' ')) }];
}

function inOrder([one, other]: readonly [string, string]): readonly [string, string] {
  return one < other ? [one, other] : [other, one];
}

/** Renders the comparison of two stored runs. Asks no model, and writes nothing. Throws EVA_NOT_COMPARABLE, EVA_UNDERPOWERED, EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE. */
async function comparedRunsPage(root: string, [a, b]: readonly [string, string], now: Date): Promise<Iterable<string>> {
  for (const run_id of [a, b]) refuseHuge(root, run_id);
  const { id } = readPlan(root, b);
  const planned = planStoredPairs(id, { a, b }, { root, question: { margin: defaultMargin, alpha } });
  try {
    const comparison = compareStoredRuns(planned, now);
    const source = { cases: planned.cases, bodies: { a: planned.a.body, b: planned.b.body } };
    const { view, changed } = await compareReport({ comparison, source, rowPath: null });
    return comparePage({ view, pairs: await readShownPairs(changed()), version, isServed: true });
  } finally {
    planned.close();
  }
}

/** The least time between two messages, in milliseconds: at most 4 a second. */
export const messageMs = 250;

/** Streams the changes of a run until no process works on it any more. The first message has everything that is there. */
export async function* liveEvents(
  follower: Pick<RunFollower, 'read' | 'event' | 'isEnded' | 'close'>,
  { sleep }: Pick<ServerClock, 'sleep'>,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  try {
    for (let isFirst = true; !signal.aborted && !follower.isEnded(); isFirst = false) {
      if ((await readAll(follower, signal)) || isFirst) yield follower.event();
      if (!follower.isEnded()) await sleep(messageMs, signal).catch(() => {});
    }
  } finally {
    follower.close();
  }
}

/** Reads everything that is there, with pauses for other requests. Returns true if something changed. */
async function readAll(follower: Pick<RunFollower, 'read'>, signal: AbortSignal): Promise<boolean> {
  let hasChanged = false;
  for (;;) {
    const { isMore, isChanged } = follower.read();
    hasChanged ||= isChanged;
    if (!isMore || signal.aborted) return hasChanged;
    await nextTurn();
  }
}
