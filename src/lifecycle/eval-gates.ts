import { ageGate } from './age-gate.js';
import { attemptsGates } from './attempts-gate.js';
import { freshGate } from './fresh-gate.js';
import { latestFullRun } from './full-run.js';
import type { EvalGatesInput, Gate } from './gate.js';
import { logGate } from './log-gate.js';
import { otherAttempts } from './other-attempts.js';
import { noRun, passGate } from './pass-gate.js';
import { realGate } from './real-gate.js';
import { triesGates } from './tries-gate.js';

/** Decides whether the most recent full run passed on the files as they are now. Synthetic replies will do. */
export function passingRunGates(input: EvalGatesInput): readonly Gate[] {
  const { prompt, runs } = input;
  const latest = latestFullRun(prompt.id, runs);
  const log = logGate(latest?.line ?? 0, prompt.id, runs);
  if (!latest) return [noRun(input), ...(log.met ? [] : [log])];
  return [passGate(latest, input), freshGate(latest, input), log];
}

/** Decides whether the most recent full run is evidence: it passed on the files as they are now, on replies of a model, and not after too many tries. */
export function evalGates(input: EvalGatesInput): readonly Gate[] {
  const { prompt, evidenceNow, runs, now } = input;
  const latest = latestFullRun(prompt.id, runs);
  const others = evidenceNow && otherAttempts(latest, evidenceNow, input);
  if (!latest) return [...passingRunGates(input), ...(others ? attemptsGates(null, others, input) : [])];
  if (!latest.evidence) return passingRunGates(input);
  return [
    ...passingRunGates(input),
    realGate(latest, input),
    ageGate(latest, latest.evidence, prompt, now),
    ...(others ? [...triesGates(latest, others, input), ...attemptsGates(latest, others, input)] : []),
  ];
}
