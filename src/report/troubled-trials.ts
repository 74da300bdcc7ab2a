import type { Case, RubricSpec } from '#model/case.js';
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
  const rubric = rubricOf(one);
  const isFew = troubles.length <= mostTrials && result.passed !== true;
  if (troubles.length === 0) return [];
  const kinds = kindsOf(troubles);
  const sum = isFew ? [] : [sumLine(troubles.length, result), ...kindLines(kinds, rubric, screen)];
  const shown = result.passed === true ? [] : examples(troubles, kinds);
  const more = troubles.length - shown.length;
  const rest =
    shown.length > 0 && more > 0 ? [screen.paint.dim(`    … ${count(more)} more in result.json of the run`)] : [];
  return [...sum, ...shown.flatMap((trouble) => trialLines(trouble, result.sample_size, rubric, screen)), ...rest];
}

function sumLine(troubled: number, { trials }: CaseResult): string {
  return `    in ${count(troubled)} of ${plural(trials.length, 'trial')} something did not hold:`;
}

/** One trial of each kind of trouble, as far as they go, then the first others. */
function examples(troubles: readonly Trouble[], kinds: readonly TroubleKind[]): readonly Trouble[] {
  const first = kinds.map(({ trials }) => trials[0]);
  const rest = troubles.map(({ trial }) => trial);
  const chosen = [...new Set([...first, ...rest])].slice(0, mostTrials);
  return troubles.filter(({ trial }) => chosen.includes(trial));
}

function trialLines(trouble: Trouble, asked: number, rubric: RubricSpec | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const title = asked > 1 ? [paint.dim(`    trial ${trouble.trial + 1} of ${asked}`)] : [];
  const held = trouble.held > 0 ? [paint.dim(`    ✓ ${plural(trouble.held, 'other holds', 'others hold')}`)] : [];
  return [...title, ...trouble.findings.flatMap((finding) => findingLines(finding, rubric, screen)), ...held];
}
