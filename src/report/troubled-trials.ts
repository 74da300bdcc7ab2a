import type { Case, RubricSpec } from '#model/case.js';
import { onceBy } from '#model/once.js';
import type { CaseResult } from '#model/run.js';
import { findingLines } from './finding.js';
import { count, plural } from './numbers.js';
import type { Screen } from './paint.js';
import { rubricOf } from './rubric-score.js';
import { kindLines, kindsOf, type TroubleKind } from './trial-digest.js';
import type { Trouble } from './troubles.js';

const mostTrials = 3;

/**
 * What did not hold in which trials. Many trials are summed up by what they have in common, and a few of them told in full;
 * for a case that passed the sum is enough.
 */
export function trialsLines(
  result: CaseResult,
  troubles: readonly Trouble[],
  one: Case | undefined,
  screen: Screen,
): string[] {
  if (troubles.length === 0) return [];
  const rubric = rubricOf(one);
  const isFew = troubles.length <= mostTrials;
  if (isFew && result.passed !== true)
    return troubles.flatMap((trouble) => trialLines(trouble, result, rubric, screen));
  const kinds = kindsOf(troubles);
  const sum = [sumLine(troubles.length, result), ...kindLines(kinds, rubric, screen)];
  if (result.passed === true) return sum;
  const shown = examples(troubles, kinds);
  const more = screen.paint.dim(`    … ${count(troubles.length - shown.length)} more in result.json of the run`);
  return [...sum, ...shown.flatMap((trouble) => trialLines(trouble, result, rubric, screen)), more];
}

function sumLine(troubled: number, { trials }: CaseResult): string {
  return `    in ${count(troubled)} of ${plural(trials.length, 'trial')} something did not hold:`;
}

/** One trial of each kind of trouble, as far as they go, then others; of those that say the same, the first alone. */
function examples(troubles: readonly Trouble[], kinds: readonly TroubleKind[]): readonly Trouble[] {
  const different = onceBy(troubles, ({ findings }) => JSON.stringify(findings));
  const first = kinds.map(({ trials }) => trials[0]);
  const chosen = [...new Set([...first, ...different.map(({ trial }) => trial)])].slice(0, mostTrials);
  return troubles.filter(({ trial }) => chosen.includes(trial));
}

function trialLines(trouble: Trouble, result: CaseResult, rubric: RubricSpec | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const asked = result.sample_size;
  const title = asked > 1 ? [paint.dim(`    trial ${trouble.trial + 1} of ${asked}`)] : [];
  const held = trouble.held > 0 ? [paint.dim(`    ✓ ${plural(trouble.held, 'other holds', 'others hold')}`)] : [];
  return [...title, ...trouble.findings.flatMap((finding) => findingLines(finding, rubric, screen)), ...held];
}
