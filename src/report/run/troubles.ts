import type { Case } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import type { CaseResult } from '#model/run/run.js';
import type { Finding, Score } from '#model/run/score.js';
import { scoresByTrial } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { oneLine } from '#model/text/quoted.js';

/** A finding by a name that people know. */
export interface ToldFinding extends Finding {
  /** The best score there is, where a behaviour was scored. */
  readonly best?: number;
}

/** What went wrong in one trial. */
export interface Trouble {
  /** Counted from 0. */
  readonly trial: number;
  readonly findings: readonly ToldFinding[];
  /** How many findings of the trial hold. */
  readonly held: number;
}

/** The trials of a case that were answered and did not pass, in order. */
export function troublesOf(result: CaseResult, one?: Case): readonly Trouble[] {
  const scores = scoresByTrial(result.scores);
  return result.trials
    .map((trial) => troubleOf(trial, scores.get(trial.index) ?? [], one))
    .filter((trouble) => trouble.findings.length > 0);
}

/** What several expectations miss alike in one trial is told once. */
function troubleOf(trial: Trial, scores: readonly Score[], one: Case | undefined): Trouble {
  const found = [...scores.flatMap((score) => findingsOf(score, one)), ...scores.flatMap(unexplained)];
  const told = trial.outcome === 'failed' ? toldFirst(trial.reason, found) : found;
  const held = told.filter((finding) => finding.holds === true).length;
  return { trial: trial.index, findings: uniqueBy(told.filter(isUnmet), inFull), held };
}

/** Behaviours are told apart by the label of their expectation. */
function findingsOf({ findings, expectation }: Score, one: Case | undefined): readonly ToldFinding[] {
  const { about, grader } = one?.expectations[expectation] ?? {};
  if (about === undefined || grader?.grader !== 'expected_behavior') return findings;
  const best = grader.params.judge.scale.max;
  return findings.map((finding) =>
    finding.about === 'behavior' ? { ...finding, about: oneLine(about), best } : finding,
  );
}

function inFull({ about, holds, reason }: Finding): string {
  return JSON.stringify([about, holds, reason]);
}

/** Why an answer cannot count is the headline, with what is left of it; then what else was found in it. */
function toldFirst(reason: string, findings: readonly ToldFinding[]): readonly ToldFinding[] {
  const reply = findings.find(({ about }) => about === 'reply');
  const others = findings.filter(({ about }) => about !== 'reply');
  return [{ ...reply, about: reason, holds: false, reason: '' }, ...others];
}

function isUnmet(finding: ToldFinding): boolean {
  return finding.holds !== true;
}

/** An ungraded score whose findings do not say why. */
function unexplained(score: Score): readonly Finding[] {
  if (score.value !== null || score.why !== 'ungraded') return [];
  if (score.findings.some((finding) => finding.holds === null)) return [];
  return [{ about: 'ungraded', holds: null, reason: score.reason }];
}
