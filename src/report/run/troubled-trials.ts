import type { Case, RubricSpec } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { wrap } from '../text/wrap.js';
import { findingLines } from './finding.js';
import { rubricOf } from './rubric-score.js';
import { kindLines, kindsOf, type TroubleKind } from './trial-digest.js';
import type { Trouble } from './troubles.js';

const mostTrials = 3;

/**
 * What did not hold in which trials. Trials that are alike are summed up by what they have in common, and one of each kind is
 * told in full; for a case that passed the sum is enough.
 */
export function trialsLines(
  result: CaseResult,
  troubles: readonly Trouble[],
  one: Case | undefined,
  screen: Screen,
): string[] {
  if (troubles.length === 0) return [];
  const rubric = rubricOf(one);
  const kinds = kindsOf(troubles);
  const sum = [...sumLines(troubles.length, result, screen), ...kindLines(kinds, rubric, screen)];
  if (result.passed === true) return sum;
  const shown = examples(troubles, kinds);
  const told = shown.flatMap((trouble) => trialLines(trouble, result, rubric, screen));
  const more = troubles.length - shown.length;
  if (more === 0) return told;
  return [...sum, ...told, screen.paint.dim(`    … ${count(more)} more in result.json of the run`)];
}

function sumLines(troubled: number, { trials, passed, verdicts }: CaseResult, screen: Screen): string[] {
  const bars = verdicts.length === 1 ? 'bar allows' : 'bars allow';
  const within = passed === true ? `, within what the ${bars}` : '';
  const text = `${count(troubled)} of ${plural(trials.length, 'trial')} missed something${within}:`;
  return wrap(text, usableWidth(screen) - 4).map((line) => `    ${line}`);
}

/** The first trial of each kind of trouble, the most frequent kinds before others. */
function examples(troubles: readonly Trouble[], kinds: readonly TroubleKind[]): readonly Trouble[] {
  const chosen = [...new Set(kinds.map(({ trials }) => trials[0]))].slice(0, mostTrials);
  return troubles.filter(({ trial }) => chosen.includes(trial));
}

function trialLines(trouble: Trouble, result: CaseResult, rubric: RubricSpec | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const asked = result.sample_size;
  const title = asked > 1 ? [paint.dim(`    trial ${trouble.trial + 1} of ${asked}`)] : [];
  const held = trouble.held > 0 ? [paint.dim(`    ✓ ${plural(trouble.held, 'other holds', 'others hold')}`)] : [];
  return [...title, ...trouble.findings.flatMap((finding) => findingLines(finding, rubric, screen)), ...held];
}
