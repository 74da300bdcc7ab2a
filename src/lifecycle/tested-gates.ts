import { passingRunGates } from './eval-gates.js';
import { latestFullRun } from './full-run.js';
import { type Gate, type GatesInput, met, unmet } from './gate.js';

/** Decides the gates of a draft: doctor finds no error, there are cases, and they pass on the files as they are now. */
export function testedGates(input: GatesInput): readonly Gate[] {
  const cases = casesGate(input);
  return [doctorGate(input), cases, ...(cases.met ? [...passingRunGates(input), ...syntheticNote(input)] : [])];
}

/** Decides whether doctor finds no error. Warnings are only counted. */
export function doctorGate({ prompt, problems }: GatesInput): Gate {
  const found = problems();
  const errors = found.filter(({ severity }) => severity === 'error');
  const warnings = found.length - errors.length;
  const [first] = errors;
  if (!first) {
    const counted = `doctor finds no error, and ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
    return met('doctor', warnings === 0 ? 'doctor finds nothing' : counted);
  }
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`;
  return unmet(
    'doctor',
    `doctor finds an error: ${first.message}${more}`,
    `run: eva doctor ${prompt.id}, and fix what it lists`,
  );
}

function casesGate({ prompt, cases }: GatesInput): Gate {
  const count = cases.length;
  if (count > 0) return met('cases', `the prompt has ${count === 1 ? '1 case' : `${count} cases`}`);
  return unmet('cases', 'the prompt has no cases', `write prompts/${prompt.id}/eval.yml`);
}

/** Names synthetic replies, which are enough for this step. */
function syntheticNote({ prompt, runs }: GatesInput): readonly Gate[] {
  const latest = latestFullRun(prompt.id, runs);
  if (latest?.evidence?.synthetic !== true) return [];
  return [met('real', `${latest.name} read synthetic replies, which are enough for tested and not for ready`)];
}
