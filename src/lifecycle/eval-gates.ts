import type { Evidence } from '#model/run.js';
import { ageGate } from './age-gate.js';
import { failedRunsGates } from './failed-runs-gate.js';
import { freshGate } from './fresh-gate.js';
import { type FullRun, fullRunsOf } from './full-run.js';
import { type EvalGatesInput, evaluate, type Gate, met, unmet } from './gate.js';
import { logGate } from './log-gate.js';
import { noRun, passGate } from './pass-gate.js';

/** Whether the most recent full run passed on the files as they are now, whoever gave its replies. */
export function passingRunGates(input: EvalGatesInput): readonly Gate[] {
  const { prompt, runs } = input;
  const latest = fullRunsOf(prompt.id, runs).at(-1);
  const log = logGate(latest?.line ?? 0, prompt.id, runs);
  if (!latest) return [noRun(prompt.id, runs), ...(log.met ? [] : [log])];
  return [passGate(latest, input), freshGate(latest, input), log];
}

/** Whether the most recent full run is evidence: it passed on the files as they are now, and a model gave its replies. */
export function evalGates(input: EvalGatesInput): readonly Gate[] {
  const { prompt, runs, now } = input;
  const all = fullRunsOf(prompt.id, runs);
  const latest = all.at(-1);
  if (!latest?.evidence) return passingRunGates(input);
  return [
    ...passingRunGates(input),
    realGate(latest, latest.evidence, prompt.id),
    ageGate(latest, latest.evidence, prompt, now),
    ...failedRunsGates(latest, all.slice(0, -1), input),
  ];
}

function realGate(latest: FullRun, evidence: Evidence, id: string): Gate {
  if (!evidence.synthetic) return met('real', `every reply of ${latest.name} came from a model`);
  const remedy = `${evaluate(id)} with a key, so that a model is asked`;
  return unmet('real', `${latest.name} read synthetic replies: words written by hand, not by a model`, remedy);
}
