import { uniqueBy } from '#model/data/collections.js';
import { oneWholeSource, type ReplySources } from '#model/reply/reply-sources.js';
import {
  type AttemptEnd,
  type AttemptFacts,
  type AttemptLine,
  type AttemptOutcome,
  rowDigest,
} from '#model/run/attempt.js';
import type { EvidenceDigests, Shard } from '#model/run/run.js';

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
  /** True if a trial counted against its case, or if no end line says whether one did. */
  readonly redTrial: boolean;
  /** The number of trials with replies that nothing has scored. */
  readonly unscored: number;
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
  /** The shards that it was merged from; null if it is not a merge or the log has no lines of these shards. */
  readonly shards: readonly string[] | null;
}

/**
 * Lists the attempts on this evidence, in the order in which they began, whatever the id of their prompt: a copied or renamed prompt begins no new
 * count. A set of shards is one attempt, and each repeated collection of a shard is another.
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
  const merges = counted.filter(({ shards }) => shards !== null);
  const firsts = firstCollected(counted);
  return counted.flatMap((run) => {
    if (run.shards) return [];
    if (!run.shard) return [toAttempt(run)];
    const set = firsts.get(setOf(run));
    if (!set?.has(run)) return [{ ...toAttempt(run), again: run.shard }];
    const [first] = set;
    return first === run ? [toAttemptOfSet(run, [...set], mergesOfSet(merges, run))] : [];
  });
}

export function isSameEvidence(a: EvidenceDigests, b: EvidenceDigests): boolean {
  return a.prompt === b.prompt && a.cases === b.cases && a.judge === b.judge && a.models === b.models;
}

/** Returns true for a line that records its run as failed or unable to pass. */
export function isRed(line: AttemptLine): boolean {
  return line.event === 'red' || (line.event === 'end' && line.red);
}

/** Returns the last end line of each run, by its id. */
export function lastEnds(lines: AttemptLines): ReadonlyMap<string, AttemptEnd> {
  return new Map(lines.flatMap(({ value }) => (value.event === 'end' ? [[value.run_id, value]] : [])));
}

/** Returns the begin line of a run. */
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
  const byRun = new Map<string, PlacedLine[]>();
  for (const [place, line] of lines.entries()) {
    const own = byRun.get(line.run_id) ?? [];
    byRun.set(line.run_id, own);
    own.push({ place, line });
  }
  return [...byRun.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { run_id, id, kind, try: number, shard = null, shards = null } = first.line;
    const ends = own.flatMap(({ place, line }) => (line.event === 'end' ? [{ place, ...line }] : []));
    const end = ends.at(-1) ?? null;
    const isDecided = end?.outcome === 'passed' || end?.outcome === 'failed';
    const isLabelled = isDecided && ends.some(({ outcome }) => outcome === 'waiting');
    const red = own.some(({ line }) => isRed(line));
    const sawRedTrial = own.some(({ line }) => line.event === 'end' && line.red_trial);
    const isOfCases = kind !== 'look' && kind !== 'compare';
    const hasLooksAlone = end !== null && isOfCases && !red && countCases(end) === 0;
    const isNoted = shards?.some((run) => byRun.has(run)) === true;
    const facts = { run_id, id, kind, try: number, began: first.place, red, redTrial: end?.red_trial ?? true };
    const unscored = end?.unscored ?? 0;
    const ended = { ended: end?.place ?? null, outcome: end?.outcome ?? null, sources: end?.sources ?? null };
    return [
      { ...facts, ...ended, unscored, sawRedTrial, isLabelled, hasLooksAlone, shard, shards: isNoted ? shards : null },
    ];
  });
}

function countCases({ cases: { passed, failed, open } }: Pick<AttemptEnd, 'cases'>): number {
  return passed + failed + open;
}

interface PlacedLine {
  readonly place: number;
  readonly line: AttemptLine;
}

/** Returns false for a run that ended without a reply and without a red trial. A run without an end line may have had replies. */
function hasReplies({ sources, red, sawRedTrial }: NotedRun): boolean {
  if (!sources || red || sawRedTrial) return true;
  return sources.asked + sources.runs.length + sources.unnamed + sources.synthetic > 0;
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

function mergesOfSet(merges: readonly NotedRun[], { kind, shard }: NotedRun): readonly NotedRun[] {
  return merges.filter((merge) => merge.shards?.length === shard?.of && kindOfShards(merge.kind) === kind);
}

/** Returns the kind of shards from which a run of this kind is merged. */
export function kindOfShards(kind: Attempt['kind']): Attempt['kind'] {
  return kind === 'full' ? 'shard' : kind;
}

function toAttempt(noted: NotedRun): Attempt {
  const { run_id, id, kind, try: number, began, ended, outcome, red, redTrial, unscored } = noted;
  return { run_id, id, kind, try: number, began, ended, outcome, red, redTrial, unscored, runs: [run_id], again: null };
}

function toAttemptOfSet(first: NotedRun, set: readonly NotedRun[], merges: readonly NotedRun[]): Attempt {
  const all = [...set, ...merges];
  const { run_id, ended, outcome } = merges.at(-1) ?? openShard(set) ?? first;
  const runs = all.map((run) => run.run_id);
  const red = all.some((run) => run.red);
  const redTrial = all.some((run) => run.redTrial);
  const unscored = all.reduce((sum, run) => sum + run.unscored, 0);
  return { ...toAttempt(first), run_id, runs, ended, redTrial, unscored, outcome, red };
}

/** Finds a shard that is not completely collected, which keeps its set open. */
function openShard(set: readonly NotedRun[]): NotedRun | undefined {
  return set.find(({ outcome }) => outcome !== 'collected');
}
