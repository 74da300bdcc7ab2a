import type { AttemptCases, AttemptFacts, AttemptLine, AttemptOutcome } from '#model/attempt.js';
import { oneWholeSource, type ReplySources } from '#model/reply-sources.js';
import type { EvidenceDigests, Shard } from '#model/run.js';

/** One look at fresh replies, as its lines tell it. */
export interface Attempt extends Pick<AttemptFacts, 'kind' | 'ts' | 'try'> {
  /** The run; of a set of shards the one that merged it last, else the first shard. */
  readonly run_id: string;
  /** All runs that it is made of: one, or the shards of a set and the runs that merged them. */
  readonly runs: readonly string[];
  /** The shard that was collected again, where that is the attempt. */
  readonly again: Shard | null;
  /** How it ended; null if no line says so: it still runs, or was killed. */
  readonly outcome: AttemptOutcome | null;
  /** Whether a case had failed, or could not pass any more. */
  readonly red: boolean;
  /** Whether any trial spoke against its case by itself when it ended; taken to be so where its end does not say. */
  readonly redTrial: boolean;
  /** null if no line says how it ended. */
  readonly cases: AttemptCases | null;
  readonly sources: ReplySources | null;
}

/** Lines of `.attempts.jsonl` in the order of the file. */
export type AttemptLines = readonly { readonly value: AttemptLine }[];

/** A run that is noted, as its lines tell it. */
interface NotedRun extends Omit<Attempt, 'again' | 'runs'> {
  readonly shard: Shard | null;
  /** The shards that it was merged from, if any of them is noted too; else null. */
  readonly shards: readonly string[] | null;
}

/**
 * Lists the attempts on this evidence of a prompt, in the order in which they began. A replay of one noted whole run is none, nor is
 * a replay of replies that were written by hand, nor a run that ended before it had a reply. The shards of a set are one attempt; each that was collected again is one more.
 */
export function attemptsOn(id: string, evidence: EvidenceDigests, lines: AttemptLines): readonly Attempt[] {
  const runs = notedRuns(lines.map(({ value }) => value).filter((line) => isOn(line, id, evidence)));
  const whole = new Set(runs.filter(({ kind }) => kind === 'full').map(({ run_id }) => run_id));
  const counted = runs.filter((run) => isLook(run) && (run.kind !== 'replay' || isFreshLook(run, whole)));
  const merges = counted.filter(({ shards }) => shards !== null);
  const firsts = firstCollected(counted);
  return counted.flatMap((run) => {
    if (run.shards) return [];
    if (!run.shard) return [attemptOf(run)];
    const set = firsts.get(setOf(run)) ?? [];
    if (!set.includes(run)) return [{ ...attemptOf(run), again: run.shard }];
    return set[0] === run ? [attemptOfSet(set, ofSet(merges, run))] : [];
  });
}

/** True for two states of the same files. */
export function isSameEvidence(a: EvidenceDigests, b: EvidenceDigests): boolean {
  return a.prompt === b.prompt && a.cases === b.cases && a.judge === b.judge && a.models === b.models;
}

function isOn(line: AttemptLine, id: string, evidence: EvidenceDigests): boolean {
  return line.id === id && isSameEvidence(line.evidence, evidence);
}

/** The runs in the order of their first lines. Of several ends the last counts; what was red once stays red. */
function notedRuns(lines: readonly AttemptLine[]): readonly NotedRun[] {
  const byRun = new Map<string, AttemptLine[]>();
  for (const line of lines) byRun.set(line.run_id, [...(byRun.get(line.run_id) ?? []), line]);
  return [...byRun.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { run_id, kind, ts, shard = null, shards = null } = first;
    const end = own.findLast((line) => line.event === 'end') ?? null;
    const red = own.some((line) => line.event === 'red' || (line.event === 'end' && line.red));
    const isNoted = shards?.some((run) => byRun.has(run)) === true;
    const redTrial = end?.red_trial ?? true;
    const ended = { redTrial, outcome: end?.outcome ?? null, cases: end?.cases ?? null, sources: end?.sources ?? null };
    return [{ run_id, kind, ts, try: first.try, shard, shards: isNoted ? shards : null, red, ...ended }];
  });
}

/** False for a run that ended without a reply; true for one that no line ends, since nobody knows. */
function isLook({ sources, red }: NotedRun): boolean {
  if (!sources || red) return true;
  return sources.asked + sources.runs.length + sources.unnamed + sources.synthetic > 0;
}

/** True for a replay that brought replies together which no whole run had; for one that no line ends, since nobody knows. */
function isFreshLook({ sources }: NotedRun, whole: ReadonlySet<string>): boolean {
  if (!sources) return true;
  if (sources.synthetic > 0) return false;
  const source = oneWholeSource(sources);
  return source === null || !whole.has(source);
}

/** Which set a shard belongs to: those of a run narrowed by `--case` are sets of their own. */
function setOf({ kind, shard }: NotedRun): string {
  return `${kind} ${shard?.of}`;
}

/** The first run of each shard, by set. */
function firstCollected(runs: readonly NotedRun[]): ReadonlyMap<string, readonly NotedRun[]> {
  const sets = new Map<string, NotedRun[]>();
  for (const run of runs) {
    if (!run.shard) continue;
    const set = sets.get(setOf(run)) ?? [];
    sets.set(setOf(run), set);
    if (!set.some(({ shard }) => shard?.index === run.shard?.index)) set.push(run);
  }
  return sets;
}

function ofSet(merges: readonly NotedRun[], { kind, shard }: NotedRun): readonly NotedRun[] {
  return merges.filter((merge) => merge.shards?.length === shard?.of && kindOfShards(merge.kind) === kind);
}

/** The kind of the shards that a run of this kind is merged from. */
export function kindOfShards(kind: Attempt['kind']): Attempt['kind'] {
  return kind === 'full' ? 'shard' : kind;
}

function attemptOf({ shard: _shard, shards: _shards, ...run }: NotedRun): Attempt {
  return { ...run, runs: [run.run_id], again: null };
}

function attemptOfSet(set: readonly NotedRun[], merges: readonly NotedRun[]): Attempt {
  const [first] = set;
  if (!first) throw new Error('a set without shards');
  const all = [...set, ...merges];
  const { run_id, outcome, cases, sources } = merges.at(-1) ?? openShard(set) ?? first;
  const runs = all.map((run) => run.run_id);
  const red = all.some((run) => run.red);
  const redTrial = all.some((run) => run.redTrial);
  return { ...attemptOf(first), run_id, runs, redTrial, outcome, cases, sources, red };
}

/** A set is as open as its shards are. */
function openShard(set: readonly NotedRun[]): NotedRun | undefined {
  return set.find(({ outcome }) => outcome !== 'collected');
}
