import { uniqueBy } from '#model/data/collections.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { CompareRow } from '#model/pairs/compare-row.js';
import { oneWholeSource, type ReplySources } from '#model/reply/reply-sources.js';
import {
  type AttemptEnd,
  type AttemptFacts,
  type AttemptLine,
  type AttemptOutcome,
  type ComparedRunNames,
  rowDigest,
} from '#model/run/attempt.js';
import type { EvidenceDigests, Shard } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { type FullRun, runsOnEvidence } from './full-run.js';
import type { KeptEvidence } from './kept-evidence.js';

/** One attempt to evaluate files with fresh replies, read from its lines. */
export interface Attempt extends Pick<AttemptFacts, 'id' | 'kind' | 'try'> {
  /** The id of the run. For a set of shards: of the last merge or, before a merge, of an unfinished or the first shard. */
  readonly run_id: string;
  /** All runs of the attempt: one, or the shards of a set and the runs that merged them. */
  readonly runs: readonly string[];
  /** Index of its first line among the lines of the log for this evidence, from 0. */
  readonly began: number;
  /** Index of the line that ends it; null if the attempt still runs or was killed. */
  readonly ended: number | null;
  /** The shard, if the attempt is a repeated collection of one. */
  readonly again: Shard | null;
  /** null if no line ends the attempt. */
  readonly outcome: AttemptOutcome | null;
  /** True if a case failed or could no longer pass. */
  readonly red: boolean;
  /** True if a trial counted against its case or was not scored, or if no end line says whether one did. */
  readonly redTrial: boolean;
}

/** The lines of `.attempts.jsonl`, in the order of their times. */
export type AttemptLines = readonly { readonly value: AttemptLine }[];

interface NotedRun extends Omit<Attempt, 'again' | 'runs'> {
  /** null if no line ends the run. */
  readonly sources: ReplySources | null;
  /** True if an end line says that a trial counted against its case. */
  readonly sawRedTrial: boolean;
  /** True if it waited for labels of people, and they decided it. */
  readonly isLabelled: boolean;
  /** True if all its cases have `look: true`, so that it has none to judge. False with `--look` and for a comparison. */
  readonly hasLooksAlone: boolean;
  readonly shard: Shard | null;
  /** The runs of the shards that it was merged from; null if it is not a merge. */
  readonly shards: readonly string[] | null;
  readonly redrawn: readonly string[];
  readonly pair: ComparedRunNames | null;
}

/**
 * Lists the attempts on this evidence, in the order in which they began, whatever the id of their prompt: a copied or renamed prompt begins no new
 * count. A merge is one attempt with all runs of shards that were given to it: nothing is chosen among them. Each earlier run of a shard that was not
 * given is another: somebody may have left it out for its result. So is one that was given and whose replies a later one drew anew before they were judged. Later shards of no merge are one attempt together, and each further run of one
 * of them is another. Comparisons that asked nothing and took the trials of the same two runs are one, since they have the same result.
 *
 * These are not attempts: a replay of one recorded full run, a replay of handwritten replies, a run of cases with `look: true` alone, and a
 * run that ended without a reply. A run without a reply is an attempt after all if one of its trials failed, since a call that times out has
 * no reply. A replay that labels of people decided is an attempt, because its labels are new. A run with `--look` is an attempt, since it shows replies of cases that other runs judge.
 */
export function attemptsOn(evidence: EvidenceDigests, lines: AttemptLines): readonly Attempt[] {
  const runs = notedRuns(lines.map(({ value }) => value).filter((line) => isSameEvidence(line.evidence, evidence)));
  const whole = new Set(runs.filter(({ kind }) => kind === 'full').map(({ run_id }) => run_id));
  const isAttempt = (run: NotedRun) => hasReplies(run) && !run.hasLooksAlone;
  const isFresh = (run: NotedRun) => run.kind !== 'replay' || run.isLabelled || hasFreshReplies(run, whole);
  const counted = runs.filter((run) => isAttempt(run) && isFresh(run));
  const merges = mergedSets(counted);
  const mergeOf = new Map(merges.flatMap((set) => set.runs.map((runId) => [runId, set] as const)));
  const lastMerge = Math.max(-1, ...merges.flatMap((set) => set.merges.map(({ began }) => began)));
  const firsts = firstCollected(counted.filter((run) => !mergeOf.has(run.run_id) && run.began > lastMerge));
  const begun = new Set<MergedSet>();
  return counted.flatMap((run) => {
    const merged = mergeOf.get(run.run_id);
    if (merged) {
      if (begun.has(merged)) return [];
      begun.add(merged);
      const isGiven = ({ run_id, shards }: NotedRun) => shards === null && merged.runs.includes(run_id);
      const others = new Set(counted.map(({ run_id }) => run_id).filter((runId) => !merged.runs.includes(runId)));
      const all = new Set(merged.merges.flatMap((merge) => merge.redrawn));
      const redrawn = [...all].filter((runId) => !others.has(runId));
      const facts = { outcome: 'unfinished', red: false, redTrial: true } as const;
      return [
        ...redrawn.map((run_id): Attempt => ({ ...toAttempt(run), ...facts, kind: 'shard', run_id, runs: [run_id] })),
        toAttemptOfSet(run, counted.filter(isGiven), merged.merges),
      ];
    }
    if (isRepeatable(run)) {
      const same = counted.filter((other) => isRepeatable(other) && isSamePair(other.pair, run.pair));
      const last = same.at(-1) ?? run;
      const runs = same.map(({ run_id }) => run_id);
      const { began, try: number } = run;
      return same[0] === run
        ? [{ ...toAttempt(last), began, try: number, runs, red: same.some(({ red }) => red) }]
        : [];
    }
    if (!run.shard) return [toAttempt(run)];
    const set = firsts.get(setOf(run));
    if (!set?.has(run)) return [{ ...toAttempt(run), again: run.shard }];
    const [first] = set;
    return first === run ? [toAttemptOfSet(run, [...set], [])] : [];
  });
}

/** Merges of which one was given all runs of the other, and these runs. The merges' own ids are among `runs`. */
interface MergedSet {
  merges: readonly NotedRun[];
  runs: readonly string[];
}

/** Groups merges: the earliest process that has a trial decides it, so more folders of the same shards change nothing. */
function mergedSets(runs: readonly NotedRun[]): readonly MergedSet[] {
  const sets: MergedSet[] = [];
  for (const merge of runs) {
    if (merge.shards === null) continue;
    const given = new Set(merge.shards);
    const isSame = ({ merges }: MergedSet) =>
      merges.some(({ shards }) => {
        const common = (shards ?? []).filter((run) => given.has(run)).length;
        return common > 0 && (common === given.size || common === shards?.length);
      });
    const set = sets.find(isSame) ?? { merges: [], runs: [] };
    if (set.merges.length === 0) sets.push(set);
    set.merges = [...set.merges, merge];
    set.runs = [...new Set([...set.runs, ...merge.shards, merge.run_id])];
  }
  return sets;
}

/** Returns true for a line that records its run as failed or unable to pass. */
export function isRed(line: AttemptLine): boolean {
  return line.event === 'red' || (line.event === 'end' && line.red);
}

export function lastEnds(lines: AttemptLines): ReadonlyMap<string, AttemptEnd> {
  return new Map(lines.flatMap(({ value }) => (value.event === 'end' ? [[value.run_id, value]] : [])));
}

export function beginOf(runId: string | null, lines: AttemptLines): AttemptLine | undefined {
  return lines.find(({ value }) => value.event === 'begin' && value.run_id === runId)?.value;
}

/** Returns false if the row or the begin line of a run is not the one that its end line notes: somebody has changed it. */
export function isRowOf({ run_id, row: noted }: AttemptEnd, row: object, lines: AttemptLines): boolean {
  return noted === undefined || noted === rowDigest(beginOf(run_id, lines), row);
}

/**
 * Groups lines by run, in the order of their first lines. If a run has several end lines, the last counts. A run that was once
 * red stays red.
 */
function notedRuns(lines: readonly AttemptLine[]): readonly NotedRun[] {
  const byRun = new Map<string, { readonly place: number; readonly line: AttemptLine }[]>();
  for (const [place, line] of lines.entries()) {
    const linesOfRun = byRun.get(line.run_id) ?? [];
    byRun.set(line.run_id, linesOfRun);
    linesOfRun.push({ place, line });
  }
  return [...byRun.values()].flatMap((linesOfRun) => {
    const [first] = linesOfRun;
    if (!first) return [];
    const { run_id, id, kind, try: number, shard = null, shards = null, redrawn = [], pair = null } = first.line;
    const ends = linesOfRun.flatMap(({ place, line }) => (line.event === 'end' ? [{ place, ...line }] : []));
    const end = ends.at(-1) ?? null;
    const isDecided = end?.outcome === 'passed' || end?.outcome === 'failed';
    const isLabelled = isDecided && ends.some(({ outcome }) => outcome === 'waiting');
    const red = linesOfRun.some(({ line }) => isRed(line));
    const sawRedTrial = linesOfRun.some(({ line }) => line.event === 'end' && line.red_trial);
    const isOfCases = kind !== 'look' && kind !== 'compare';
    const { passed, failed, open } = end?.cases ?? { passed: 0, failed: 0, open: 0 };
    const hasLooksAlone = end !== null && isOfCases && !red && passed + failed + open === 0;
    const facts = { run_id, id, kind, try: number, began: first.place, red, redTrial: end?.red_trial ?? true };
    const ended = { ended: end?.place ?? null, outcome: end?.outcome ?? null, sources: end?.sources ?? null };
    return [{ ...facts, ...ended, sawRedTrial, isLabelled, hasLooksAlone, shard, shards, redrawn, pair }];
  });
}

/** Returns false for a run that ended without a reply and without a red trial. A run without an end line may have had replies. */
function hasReplies({ sources, red, sawRedTrial, pair }: NotedRun): boolean {
  if (!sources || red || sawRedTrial || pair) return true;
  return hasReply(sources);
}

function hasReply({ asked, runs, unnamed, synthetic }: ReplySources): boolean {
  return asked + runs.length + unnamed + synthetic > 0;
}

/** Returns true for a comparison that took its trials from two runs and asked nothing. */
function isRepeatable({ pair, sources }: NotedRun): boolean {
  return pair !== null && sources !== null && !hasReply(sources);
}

function isSamePair(pair: ComparedRunNames | null, other: ComparedRunNames | null): boolean {
  return pair?.join() === other?.join();
}

/** Returns false for a replay of one full run or of synthetic replies. A run without an end line may have combined several runs. */
function hasFreshReplies({ sources }: NotedRun, whole: ReadonlySet<string>): boolean {
  if (!sources) return true;
  if (sources.synthetic > 0) return false;
  const source = oneWholeSource(sources);
  return source === null || !whole.has(source);
}

/** Returns a key for the set of a shard. Shards of a partial run form sets of their own. */
function setOf({ kind, shard }: NotedRun): string {
  return `${kind} ${shard?.of}`;
}

/** Returns the first run of each shard, by set, in the order in which they began. */
function firstCollected(runs: readonly NotedRun[]): ReadonlyMap<string, ReadonlySet<NotedRun>> {
  const firsts = uniqueBy(
    runs.filter(({ shard }) => shard !== null),
    (run) => `${run.shard?.index}/${setOf(run)}`,
  );
  const sets = new Map<string, Set<NotedRun>>();
  for (const run of firsts) sets.set(setOf(run), (sets.get(setOf(run)) ?? new Set()).add(run));
  return sets;
}

function toAttempt(noted: NotedRun): Attempt {
  const { run_id, id, kind, try: number, began, ended, outcome, red, redTrial } = noted;
  return { run_id, id, kind, try: number, began, ended, outcome, red, redTrial, runs: [run_id], again: null };
}

function toAttemptOfSet(first: NotedRun, set: readonly NotedRun[], merges: readonly NotedRun[]): Attempt {
  const all = [...set, ...merges];
  // A shard that is not completely collected keeps its set open.
  const open = set.find(({ outcome }) => outcome !== 'collected');
  const { run_id, ended, outcome } = merges.at(-1) ?? open ?? first;
  const runs = all.map((run) => run.run_id);
  const red = all.some((run) => run.red);
  const redTrial = all.some((run) => run.redTrial);
  return { ...toAttempt(first), run_id, runs, ended, redTrial, outcome, red };
}

/**
 * Returns the number of a comparison that begins now among the comparisons of these files, from 1. One that takes its trials from the same two runs
 * as an earlier one, which asked nothing, has the number of that.
 */
export function nextCompareAttempt(
  evidence: EvidenceDigests,
  lines: AttemptLines,
  pair: ComparedRunNames | null = null,
): number {
  const comparisons = comparisonsOn(evidence, lines);
  const runs = notedRuns(lines.map(({ value }) => value).filter((line) => isSameEvidence(line.evidence, evidence)));
  const last = pair && runs.findLast((run) => isSamePair(run.pair, pair));
  const isRepeated = last ? isRepeatable(last) : false;
  const place = comparisons.findIndex((attempt) => isRepeated && last && attempt.runs.includes(last.run_id));
  return place === -1 ? comparisons.length + 1 : place + 1;
}

/**
 * Returns the number of a finished comparison among those of its files, from 1. One that is not noted comes after those that began before
 * it.
 */
export function compareAttemptOf({ b, run_id, ts }: CompareRow, lines: AttemptLines): number {
  const place = comparisonsOn(b, lines).findIndex(({ runs }) => runs.includes(run_id));
  if (place !== -1) return place + 1;
  const earlier = lines.filter(({ value }) => !(Date.parse(value.ts) > Date.parse(ts)));
  return nextCompareAttempt(b, earlier);
}

/** Returns the level of a comparison that is this attempt on its files, from 1. The levels of all attempts add up to at most that of one. */
export function compareLevel(attempt: number): number {
  return defaultSignificanceLevel / (attempt * (attempt + 1));
}

function comparisonsOn(evidence: EvidenceDigests, lines: AttemptLines) {
  return attemptsOn(evidence, lines).filter(({ kind }) => kind === 'compare');
}

/** Returns the ids of the runs on this evidence whose row or result.json says that they did not pass, whatever `.attempts.jsonl` says. */
export function runsWithoutPass(
  evidence: EvidenceDigests,
  { runs, folders }: Pick<KeptEvidence, 'runs' | 'folders'>,
): ReadonlySet<string | null> {
  const rows = runsOnEvidence(evidence, runs).filter(({ notPassed }) => notPassed !== null);
  const finished = folders.filter(
    ({ state, isShard, isLook, waits_for, isCompared }) =>
      state === 'finished' && !isShard && !isLook && waits_for === undefined && !isCompared,
  );
  const red = finished.filter((run) => !run.all_passed && isSameEvidence(run.evidence, evidence));
  return new Set([...rows, ...red].map(({ run_id }) => run_id));
}

/** Returns true if `.attempts.jsonl`, the row or result.json of a run on this evidence says that it did not pass. */
export function isRedRun(
  runId: string,
  evidence: EvidenceDigests,
  { attempts, ...kept }: Pick<KeptEvidence, 'runs' | 'folders' | 'attempts'>,
): boolean {
  const isNotedRed = attempts.rows.some(
    ({ value }) => value.run_id === runId && isSameEvidence(value.evidence, evidence) && isNotPassed(value),
  );
  return isNotedRed || runsWithoutPass(evidence, kept).has(runId);
}

/** Returns true for a line that records its run as not passed. */
export function isNotPassed(line: AttemptLine): boolean {
  return isRed(line) || (line.event === 'end' && line.outcome === 'failed');
}

/** Runs that count although `.attempts.jsonl` has no attempt for them: lines were deleted or changed. */
interface UnnotedRuns {
  readonly rows: readonly FullRun[];
  /** Runs that also have no row. */
  readonly folders: readonly KeptRun[];
}

/**
 * Lists the runs on this evidence that are attempts and have no line in `.attempts.jsonl` with this evidence, and
 * those with a row that their lines deny, because they name no reply or no case. Includes partial runs. Excludes replays, runs with
 * synthetic replies, and shards of a merged run that has a line.
 */
export function unnotedRuns(evidence: EvidenceDigests, { runs, attempts, folders }: KeptEvidence): UnnotedRuns {
  const linesOfEvidence = attempts.rows
    .map(({ value }) => value)
    .filter((line) => isSameEvidence(line.evidence, evidence));
  const noted = new Set<string | null>(linesOfEvidence.flatMap((line) => [line.run_id, ...(line.shards ?? [])]));
  const known = new Set<string | null>([
    ...linesOfEvidence.filter(({ kind }) => kind === 'replay').map(({ run_id }) => run_id),
    ...attemptsOn(evidence, attempts.rows).flatMap((attempt) => attempt.runs),
  ]);
  return {
    rows: runsOnEvidence(evidence, runs).filter((run) => !known.has(run.run_id) && run.evidence?.synthetic === false),
    folders: folders.filter(
      (run) => !noted.has(run.run_id) && isSameEvidence(run.evidence, evidence) && !run.synthetic,
    ),
  };
}
