import type { Prompt } from '#model/prompt.js';
import { oneWholeSource } from '#model/reply/reply-sources.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import type { ComparedInput } from '../compare/open-versions.js';
import { type Attempt, attemptsOn, runsWithoutPass, unnotedRuns } from './attempts.js';
import type { FullRun } from './full-run.js';
import { type KeptEvidence, readEvidence, rowSources } from './kept-evidence.js';

/**
 * The state of another attempt on the same files:
 * - `red`: it failed, or one of its cases could no longer pass.
 * - `again`: it collected a shard another time, and no merge was given it.
 * - `abandoned`: replies are missing or shards were not merged, and somebody could have known where it led: a person ended it, a trial was red or
 *   its replies were not scored, or no line says how it ended. `open`: none of these, as after an outage.
 * - `waiting`: it waits for labels of people, and all else passed.
 * - `unreadable`: a line of `.attempts.jsonl` that cannot be read, and could be of a failed attempt.
 * - `shown`: it showed replies (`--look`), and judged none, however it ended.
 */
export type AttemptState = 'shown' | 'passed' | 'red' | 'again' | 'abandoned' | 'waiting' | 'unreadable' | 'open';

/** The prompt under decision, with the comparison that it needs; absent without `compare:` in eval.yml. */
interface DecidedPrompt {
  readonly prompt: Prompt;
  readonly compared?: ComparedInput;
}

/** An attempt other than the run under decision. */
export interface OtherAttempt {
  /** Name of the attempt's run, in words. */
  readonly name: string;
  readonly state: AttemptState;
  /**
   * True if the attempt began before the run ended, so that a person could have picked the better of the two; for a comparison also if it began
   * before the one under decision.
   */
  readonly isEarlier: boolean;
  /** True if the attempt began after the run and has a higher number. The level of the run then need not account for it. */
  readonly isNumberedLater: boolean;
}

/** Returns true if an attempt counts against `max_failed_runs`: every state except `passed`, `open` and `shown`. Replies that nobody has judged count until they are decided: a person could read them and label the best. */
export function isCounted({ state }: OtherAttempt): boolean {
  return state !== 'passed' && state !== 'open' && state !== 'shown';
}

/**
 * Lists the other attempts on this evidence: those in `.attempts.jsonl`, its unreadable lines, and runs that left only a row or a folder, so that
 * damaging or deleting lines hides nothing. If `latest` is null, all count as earlier.
 */
export function otherAttempts(
  latest: FullRun | null,
  evidence: EvidenceDigests,
  input: DecidedPrompt & KeptEvidence,
): readonly OtherAttempt[] {
  const unnoted = unnotedRuns(evidence, input);
  return [
    ...notedAttempts(latest, evidence, input),
    ...unnoted.rows
      .filter(({ line }) => line !== latest?.line)
      .map((run) => ({
        name: run.name,
        state: run.notPassed === null ? ('passed' as const) : ('red' as const),
        isEarlier: !latest || !(run.ts > latest.ts),
        isNumberedLater: false,
      })),
    ...input.attempts.bad.map(({ line }) => ({
      name: `line ${line} of .attempts.jsonl`,
      state: 'unreadable' as const,
      isEarlier: true,
      isNumberedLater: false,
    })),
    ...unnoted.folders.map((run) => ({
      name: `run ${run.run_id}`,
      state: stateOfFolder(run),
      isEarlier: !latest || !(run.ts > latest.ts),
      isNumberedLater: false,
    })),
  ];
}

/** Returns the run of the newest comparison of these files with the version that their rule names. */
function comparisonOf(evidence: EvidenceDigests, { prompt, compared }: DecidedPrompt): string | null {
  const newest = compared?.log.rows.findLast(
    ({ value: { id, against, b } }) =>
      id === prompt.id && against === compared.rule.against && isSameEvidence(b, evidence),
  );
  return newest?.value.run_id ?? null;
}

/**
 * Returns a test for comparisons that began before the one under decision. One of two equal versions has no attempt: the names of runs begin with
 * their time.
 */
function beforeComparison(noted: readonly Attempt[], comparison: string | null): (attempt: Attempt) => boolean {
  const decided = noted.find(({ runs }) => comparison !== null && runs.includes(comparison));
  return ({ kind, began, run_id }) =>
    kind === 'compare' && comparison !== null && (decided ? began < decided.began : run_id < comparison);
}

function notedAttempts(
  latest: FullRun | null,
  evidence: EvidenceDigests,
  input: DecidedPrompt & KeptEvidence,
): readonly OtherAttempt[] {
  const { id } = input.prompt;
  const noted = attemptsOn(evidence, input.attempts.rows);
  const folders = new Map(input.folders.map((run) => [run.run_id, run]));
  const withoutPass = runsWithoutPass(evidence, input);
  const attemptOfLatest = latest && ownAttempt(noted, latest);
  const isTried = beforeComparison(noted, comparisonOf(evidence, input));
  return noted.flatMap((attempt) => {
    if (latest?.run_id && attempt.runs.includes(latest.run_id)) return [];
    const { again, run_id } = attempt;
    const run = attempt.id === id ? `run ${run_id}` : `run ${run_id} of ${attempt.id}`;
    const name = again ? `${run} (shard ${again.index}/${again.of} once more)` : run;
    const isBefore = !attemptOfLatest || attempt.began < (attemptOfLatest.ended ?? Number.POSITIVE_INFINITY);
    const isEarlier = isBefore || again !== null || isTried(attempt);
    const isNumberedLater =
      attemptOfLatest !== null &&
      again === null &&
      attempt.began > attemptOfLatest.began &&
      attempt.try > attemptOfLatest.try;
    const isRed = attempt.runs.some((run) => withoutPass.has(run));
    const state = isRed ? 'red' : stateOf(attempt, folders.get(run_id));
    return [{ name, state, isEarlier, isNumberedLater }];
  });
}

/** Finds the attempt of a run, or of the run that it replays. */
function ownAttempt(noted: readonly Attempt[], { run_id, row }: FullRun): Attempt | null {
  const sources = rowSources(row);
  const runs = [run_id, sources && oneWholeSource(sources)].filter((run) => run !== null);
  return noted.find((attempt) => runs.some((run) => attempt.runs.includes(run))) ?? null;
}

function stateOf({ kind, again, outcome, red, redTrial }: Attempt, folder: KeptRun | undefined): AttemptState {
  if (red || outcome === 'failed') return 'red';
  if (kind === 'look') return 'shown';
  if (again) return 'again';
  if (outcome === 'passed' || outcome === 'waiting') return outcome;
  if (outcome === null && folder?.state === 'finished') return stateOfFolder(folder);
  return outcome === null || outcome === 'interrupted' || redTrial ? 'abandoned' : 'open';
}

function stateOfFolder({ state, isShard, isLook, waits_for, isCompared, all_passed }: KeptRun): AttemptState {
  if (isLook) return 'shown';
  if (isCompared) return 'abandoned';
  if (waits_for !== undefined) return 'waiting';
  if (state === 'unfinished') return 'abandoned';
  return isShard ? 'open' : all_passed ? 'passed' : 'red';
}

/**
 * Counts the attempts on this evidence that count as failed, with the greatest number that `ready` allows. Returns null unless they exceed it. Throws the errors of
 * `readEvidence`.
 */
export function tooManyFailed(root: string, prompt: Prompt, evidence: EvidenceDigests) {
  const limit = prompt.promotion.max_failed_runs;
  if (limit === undefined) return null;
  const count = otherAttempts(null, evidence, { ...readEvidence(root), prompt }).filter(isCounted).length;
  return count > limit ? { count, limit } : null;
}
