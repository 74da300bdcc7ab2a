import { oneWholeSource } from '#model/reply-sources.js';
import type { EvidenceDigests } from '#model/run.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { type Attempt, attemptsOn, isSameEvidence } from './attempts.js';
import { type FullRun, runsOf } from './full-run.js';
import type { EvalGatesInput } from './gate.js';
import { rowSources } from './real-gate.js';

/**
 * How another attempt on the same files stands. `red`: it failed, or a case of it could not pass any more. `again`: a shard that was
 * collected once more. `stopped`: by a person, before its end. `unknown`: nothing says how it ended. `open`: replies were missing.
 */
export type AttemptStanding = 'passed' | 'red' | 'again' | 'stopped' | 'unknown' | 'open';

/** An attempt other than that of the run that is to open the gate. */
export interface OtherAttempt {
  /** Of the run. */
  readonly name: string;
  readonly standing: AttemptStanding;
  /** False for one that began after the run. */
  readonly isEarlier: boolean;
}

/**
 * The other attempts on the files as they are now, by `.attempts.jsonl`, and by the rows and the folders of runs that it does not note:
 * so that nothing is gained by deleting lines of it.
 */
export function otherAttempts(
  latest: FullRun,
  evidence: EvidenceDigests,
  input: EvalGatesInput,
): readonly OtherAttempt[] {
  const { prompt, attempts, runs, folders } = input;
  const lines = attempts.rows;
  const noted = attemptsOn(prompt.id, evidence, lines);
  const known = new Set<string | null>([latest.run_id, ...lines.map(({ value }) => value.run_id)]);
  const rows = runsOf(prompt.id, runs).filter(
    (run) => !known.has(run.run_id) && run.line !== latest.line && isAttemptOn(run, evidence),
  );
  const kept = folders.filter(
    (run) => run.id === prompt.id && !run.synthetic && !known.has(run.run_id) && isSameEvidence(run.evidence, evidence),
  );
  return [
    ...ofLines(noted, latest, new Map(folders.map((run) => [run.run_id, run]))),
    ...rows.map((run) => ({ name: run.name, standing: standingOfRow(run), isEarlier: run.line < latest.line })),
    ...kept.map((run) => ({
      name: `run ${run.run_id}`,
      standing: standingOfFolder(run),
      isEarlier: !(run.ts > latest.ts),
    })),
  ];
}

function isAttemptOn({ evidence }: FullRun, now: EvidenceDigests): boolean {
  return evidence !== null && !evidence.synthetic && isSameEvidence(evidence, now);
}

function ofLines(
  noted: readonly Attempt[],
  latest: FullRun,
  folders: ReadonlyMap<string, KeptRun>,
): readonly OtherAttempt[] {
  const own = numberIn(noted, latest);
  return noted.flatMap((attempt, index) => {
    if (latest.run_id !== null && attempt.runs.includes(latest.run_id)) return [];
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

function standingOf({ again, outcome, red }: Attempt, folder: KeptRun | undefined): AttemptStanding {
  if (red || outcome === 'failed') return 'red';
  if (again) return 'again';
  if (outcome === 'passed') return 'passed';
  if (outcome === 'interrupted') return 'stopped';
  if (outcome !== null) return 'open';
  return folder?.state === 'finished' ? standingOfFolder(folder) : 'unknown';
}

function standingOfRow({ notPassed }: FullRun): AttemptStanding {
  return notPassed === null ? 'passed' : 'red';
}

function standingOfFolder({ state, isShard, all_passed }: KeptRun): AttemptStanding {
  if (state === 'unfinished') return 'unknown';
  return isShard ? 'open' : all_passed ? 'passed' : 'red';
}
