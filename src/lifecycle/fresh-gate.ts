import type { EvidenceDigests } from '#model/run/run.js';
import type { FullRun } from './full-run.js';
import { type EvalGatesInput, evaluate, type Gate, met, unmet } from './gate.js';
import { runOrResume } from './next-run.js';
import { partialSince } from './pass-gate.js';

const parts: Readonly<Record<keyof EvidenceDigests, string>> = {
  prompt: 'prompt.xml has changed',
  cases: 'the cases have changed (eval.yml, what it reads, or the routing texts of meta.yml)',
  judge: 'the judge has changed',
  models: 'the models or their parameters have changed',
};

/** Decides whether a run was made from the files as they are now. */
export function freshGate(latest: FullRun, input: EvalGatesInput): Gate {
  const { prompt, evidenceNow, runs } = input;
  const { evidence } = latest;
  if (!evidence) {
    return unmet('fresh', `${latest.name} carries no evidence of which files it speaks of`, evaluate(prompt.id));
  }
  if (!evidenceNow) {
    return unmet('fresh', `stale: the prompt has no cases now, and had some in ${latest.name}`, 'restore eval.yml');
  }
  const changed = changedParts(evidence, evidenceNow).map((part) => parts[part]);
  if (changed.length === 0) return met('fresh', `${latest.name} speaks of the files as they are`);
  const message = `stale: ${changed.join(', and ')} since ${latest.name}${partialSince(latest, prompt.id, runs)}`;
  return unmet('fresh', message, runOrResume(input));
}

function changedParts(before: EvidenceDigests, now: EvidenceDigests): readonly (keyof EvidenceDigests)[] {
  return (['prompt', 'cases', 'judge', 'models'] as const).filter((part) => before[part] !== now[part]);
}
