import type { CaseResult } from '#model/run.js';
import { count } from './numbers.js';
import { type Screen, usableWidth } from './paint.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

const mostNames = 12;

/** What a run has no reply for, by reason: thirty cases behind one refused connection are one paragraph. */
export function missingLines(results: readonly CaseResult[], screen: Screen): string[] {
  const reasons = new Map<string, string[]>();
  for (const result of results.filter((one) => one.passed === null)) {
    for (const [reason, what] of missingParts(result)) reasons.set(reason, [...(reasons.get(reason) ?? []), what]);
  }
  if (reasons.size === 0) return [];
  const width = usableWidth(screen);
  const paragraphs = [...reasons].flatMap(([reason, parts]) => [
    ...wrap(visible(reason), width - 4).map((line, i) => `  ${i === 0 ? screen.paint.yellow('?') : ' '} ${line}`),
    ...wrap(visible(listed(parts)), width - 6).map((line) => screen.paint.dim(`      ${line}`)),
  ]);
  return [screen.paint.bold('  Without a reply'), ...paragraphs];
}

function missingParts(result: CaseResult): (readonly [string, string])[] {
  const missing = result.trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial] : []));
  if (missing.length === 0) return [['not run to the end', result.name]];
  const reasons = new Set(missing.map((trial) => trial.reason));
  return [...reasons].map((reason) => {
    const numbers = missing.filter((trial) => trial.reason === reason).map((trial) => trial.index + 1);
    const which =
      result.trials.length > 1 ? ` (${numbers.length === 1 ? 'trial' : 'trials'} ${listed(numbers.map(String))})` : '';
    return [reason, `${result.name}${which}`];
  });
}

function listed(parts: readonly string[]): string {
  const more = parts.length - mostNames;
  return parts.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${count(more)} more` : '');
}
