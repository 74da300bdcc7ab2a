import type { Evidence, EvidenceDigests } from '#model/run.js';
import type { RunLog } from '#store/eval-log.js';
import { ageGate } from './age-gate.js';
import { type FullRun, fullRunsOf, listed, partialRunsAfter } from './full-run.js';
import { type Gate, type GatesInput, met, unmet } from './gate.js';
import { priceOfTries } from './price-of-tries.js';

/** Whether the most recent full run passed, and whether it speaks of the files as they are now. */
export function evalGates(input: GatesInput): readonly Gate[] {
  const { prompt, runs, now } = input;
  const all = fullRunsOf(prompt.id, runs);
  const latest = all.at(-1);
  const log = logGate(latest?.line ?? 0, prompt.id, runs);
  if (!latest) return [noRun(prompt.id, runs), ...(log.met ? [] : [log])];
  const passes = passGate(latest, input);
  if (!latest.evidence) return [passes, noEvidence(latest, prompt.id), log];
  return [
    passes,
    freshGate(latest, latest.evidence, input),
    realGate(latest, latest.evidence, prompt.id),
    ageGate(latest, latest.evidence, prompt, now),
    log,
    ...failedRunsGates(latest, all.slice(0, -1), input),
  ];
}

function evaluate(id: string): string {
  return `run: eva eval ${id}`;
}

function noRun(id: string, runs: RunLog): Gate {
  const partial = partialRunsAfter(0, id, runs);
  const nameless = runs.rows.filter(({ value }) => value['id'] === undefined).length;
  const reasons = ['there is no full run of this prompt in .eval.jsonl'];
  if (partial > 0) reasons.push(`there ${doNotCount(partial, 'narrowed by --case')}`);
  if (nameless > 0) reasons.push(`there ${doNotCount(nameless, 'of the original eva, without evidence')}`);
  return unmet('eval', reasons.join('; '), evaluate(id));
}

function passGate(latest: FullRun, { prompt, runs }: GatesInput): Gate {
  if (latest.notPassed === null) return met('eval', `${latest.name} passed`);
  return unmet(
    'eval',
    `${latest.name}, the most recent full run, ${latest.notPassed}${partialSince(latest, prompt.id, runs)}`,
    evaluate(prompt.id),
  );
}

function partialSince(latest: FullRun, id: string, runs: RunLog): string {
  const partial = partialRunsAfter(latest.line, id, runs);
  return partial === 0 ? '' : `; since then there ${doNotCount(partial, 'narrowed by --case')}`;
}

function doNotCount(count: number, what: string): string {
  return count === 1 ? `is 1 run ${what}, which does not count` : `are ${count} runs ${what}, which do not count`;
}

function noEvidence(latest: FullRun, id: string): Gate {
  return unmet('fresh', `${latest.name} carries no evidence of which files it speaks of`, evaluate(id));
}

const parts: Readonly<Record<keyof EvidenceDigests, string>> = {
  prompt: 'prompt.xml has changed',
  cases: 'the cases have changed (eval.yml, what it reads, or the routing texts of meta.yml)',
  judge: 'the judge has changed',
  models: 'the models or their parameters have changed',
};

function freshGate(latest: FullRun, evidence: Evidence, { prompt, evidenceNow, runs }: GatesInput): Gate {
  if (!evidenceNow) {
    return unmet('fresh', `stale: the prompt has no cases now, and had some in ${latest.name}`, 'restore eval.yml');
  }
  const changed = changedParts(evidence, evidenceNow).map((part) => parts[part]);
  if (changed.length === 0) return met('fresh', `${latest.name} speaks of the files as they are`);
  const message = `stale: ${changed.join(', and ')} since ${latest.name}${partialSince(latest, prompt.id, runs)}`;
  return unmet('fresh', message, evaluate(prompt.id));
}

function changedParts(before: EvidenceDigests, now: EvidenceDigests): readonly (keyof EvidenceDigests)[] {
  return (['prompt', 'cases', 'judge', 'models'] as const).filter((part) => before[part] !== now[part]);
}

function realGate(latest: FullRun, evidence: Evidence, id: string): Gate {
  if (!evidence.synthetic) return met('real', `every reply of ${latest.name} came from a model`);
  const remedy = `${evaluate(id)} with a key, so that a model is asked`;
  return unmet('real', `${latest.name} read synthetic replies: words written by hand, not by a model`, remedy);
}

function logGate(line: number, id: string, { bad }: RunLog): Gate {
  const after = bad.filter((one) => one.line > line);
  const first = after[0];
  if (!first) return met('log', 'nothing after it in .eval.jsonl is unreadable');
  const more = after.length === 1 ? '' : ` (and ${after.length - 1} more)`;
  const message = `line ${first.line} of .eval.jsonl${more} ${first.reason}, and could be a later run`;
  return unmet('log', message, evaluate(id));
}

function failedRunsGates(
  latest: FullRun,
  earlier: readonly FullRun[],
  { prompt, evidenceNow }: GatesInput,
): readonly Gate[] {
  const failed = earlier.filter((run) => run.notPassed !== null && isOf(run, evidenceNow));
  if (failed.length === 0) return [];
  const limit = prompt.promotion.max_failed_runs;
  const runs = failed.length === 1 ? '1 earlier run' : `${failed.length} earlier runs`;
  const message = `${runs} of these very files did not pass: ${listed(failed.map((run) => run.name))}`;
  const price = priceOfTries(latest.significance_level, failed.length + 1);
  if (limit === undefined || failed.length <= limit) return [met('failed_runs', message + price)];
  const remedy = 'change what failed (runs of other files are not counted), or promotion.max_failed_runs in meta.yml';
  return [unmet('failed_runs', `${message}; at most ${limit} may${price}`, remedy)];
}

function isOf({ evidence }: FullRun, now: EvidenceDigests | null): boolean {
  return evidence !== null && now !== null && changedParts(evidence, now).length === 0;
}
