import { oneWholeSource } from '#model/reply-sources.js';
import type { EvidenceDigests, MergedShards } from '#model/run.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { mergedShardsShape } from '#store/run/result-shape.js';
import { type Attempt, attemptsOn } from './attempts.js';
import type { FullRun } from './full-run.js';
import type { EvalGatesInput } from './gate.js';
import type { KeptEvidence } from './read-evidence.js';
import { rowSources } from './real-gate.js';
import { unnotedRuns } from './unnoted-runs.js';

/**
 * How another attempt on the same files stands. `red`: it failed, or a case of it could not pass any more. `again`: a shard that was
 * collected once more. `stopped`: by a person, before its end. `abandoned`: replies were
 * missing, or shards were not merged, after a red trial; `open`: the same without one. `unknown`: nothing says how it ended.
 */
export type AttemptStanding = 'passed' | 'red' | 'again' | 'stopped' | 'abandoned' | 'unknown' | 'open';

/** An attempt other than that of the run that is to open the gate. */
export interface OtherAttempt {
  /** Of the run. */
  readonly name: string;
  readonly standing: AttemptStanding;
  /** False for one that began after the run. */
  readonly isEarlier: boolean;
}

const counted: readonly AttemptStanding[] = ['red', 'again', 'stopped', 'abandoned', 'unknown'];

/** Whether an attempt counts against `max_failed_runs`: what is not known to have passed is taken for red, but for want of replies. */
export function isCounted({ standing }: OtherAttempt): boolean {
  return counted.includes(standing);
}

/**
 * The other attempts on the files as they are now, by `.attempts.jsonl`, and by the rows and the folders of runs that it does not note:
 * so that nothing is gained by deleting lines of it. Without a run that is to open the gate all of them are earlier ones.
 */
export function otherAttempts(
  latest: FullRun | null,
  evidence: EvidenceDigests,
  input: KeptEvidence & Pick<EvalGatesInput, 'prompt'>,
): readonly OtherAttempt[] {
  const { prompt, attempts, folders } = input;
  const noted = attemptsOn(prompt.id, evidence, attempts.rows);
  const unnoted = unnotedRuns(prompt.id, evidence, input);
  return [
    ...ofLines(noted, latest, new Map(folders.map((run) => [run.run_id, run]))),
    ...(latest ? collectedElsewhere(noted, latest) : []),
    ...unnoted.rows
      .filter(({ line }) => line !== latest?.line)
      .map((run) => ({ name: run.name, standing: standingOfRow(run), isEarlier: !latest || run.line < latest.line })),
    ...unnoted.folders.map((run) => ({
      name: `run ${run.run_id}`,
      standing: standingOfFolder(run),
      isEarlier: !latest || !(run.ts > latest.ts),
    })),
  ];
}

/** Shards of a merged run that other machines collected again, by its row: `.attempts.jsonl` of this library does not note them. */
function collectedElsewhere(noted: readonly Attempt[], { name, row }: FullRun): readonly OtherAttempt[] {
  const { shards } = row;
  if (mergedShardsShape.fault(shards, '') !== null) return [];
  const { of, collected } = shards as unknown as MergedShards;
  const count = collected - of - noted.filter(({ again }) => again?.of === of).length;
  const again = { name: `a shard of ${name}, on its own machine`, standing: 'again', isEarlier: true } as const;
  return Array.from({ length: Math.max(0, Math.min(count, mostElsewhere)) }, () => again);
}

/** More collections than this are not counted one by one: a row may claim any number. */
const mostElsewhere = 1000;

function ofLines(
  noted: readonly Attempt[],
  latest: FullRun | null,
  folders: ReadonlyMap<string, KeptRun>,
): readonly OtherAttempt[] {
  const own = latest && numberIn(noted, latest);
  return noted.flatMap((attempt, index) => {
    if (latest?.run_id && attempt.runs.includes(latest.run_id)) return [];
    const { again, run_id } = attempt;
    const name = again ? `run ${run_id} (shard ${again.index}/${again.of} once more)` : `run ${run_id}`;
    const isEarlier = own === null || index < own || again !== null;
    return [{ name, standing: standingOf(attempt, folders.get(run_id)), isEarlier }];
  });
}

/** Where among the attempts the one is that a run is, or, for a replay, replays: from 0; null if none is. */
export function numberIn(noted: readonly Attempt[], { run_id, row }: FullRun): number | null {
  const sources = rowSources(row);
  const runs = [run_id, sources && oneWholeSource(sources)].filter((run) => run !== null);
  const index = noted.findIndex((attempt) => runs.some((run) => attempt.runs.includes(run)));
  return index === -1 ? null : index;
}

function standingOf({ again, outcome, red, redTrial }: Attempt, folder: KeptRun | undefined): AttemptStanding {
  if (red || outcome === 'failed') return 'red';
  if (again) return 'again';
  if (outcome === 'passed') return 'passed';
  if (outcome === 'interrupted') return 'stopped';
  if (outcome !== null) return redTrial ? 'abandoned' : 'open';
  return folder?.state === 'finished' ? standingOfFolder(folder) : 'unknown';
}

function standingOfRow({ notPassed }: FullRun): AttemptStanding {
  return notPassed === null ? 'passed' : 'red';
}

function standingOfFolder({ state, isShard, all_passed }: KeptRun): AttemptStanding {
  if (state === 'unfinished') return 'unknown';
  return isShard ? 'open' : all_passed ? 'passed' : 'red';
}
