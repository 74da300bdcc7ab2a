import type { Case, RubricSpec } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import { markSpan } from './case-list.js';
import { findingLines } from './finding.js';
import { plural } from './numbers.js';
import { type Screen, usableWidth } from './paint.js';
import { rubricOf } from './rubric-score.js';
import { justified, painted, spanWidth } from './spans.js';
import { type Trouble, troublesOf } from './troubles.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

const mostTrials = 3;

/** A case that did not pass, told in full: each finding that does not hold, of the first trials that failed. */
export function failureLines(result: CaseResult, one: Case | undefined, screen: Screen): string[] {
  const troubles = troublesOf(result);
  if (troubles.length === 0) return [];
  const asked = one?.sample_size ?? result.trials.length;
  const shown = troubles.slice(0, mostTrials).flatMap((trouble) => trialLines(trouble, asked, rubricOf(one), screen));
  const more = troubles.length - mostTrials;
  const rest = more > 0 ? [screen.paint.dim(`    and ${plural(more, 'more trial')} that failed`)] : [];
  return [...heading(result, one, screen), ...shown, ...rest];
}

/** The case's name, and where it stands in its file. */
function heading(result: CaseResult, one: Case | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const width = usableWidth(screen);
  const place = [{ text: placeOf(one), colour: paint.dim }];
  const mark = [{ text: '  ' }, markSpan(result.passed, screen), { text: ' ' }];
  const left = [...mark, { text: visible(result.name), colour: paint.bold }];
  if (spanWidth([...left, ...place]) + 2 <= width) return [justified(left, place, width).trimEnd()];
  const names = wrap(visible(result.name), width - 4).map(
    (line, i) => `${i === 0 ? painted(mark) : '    '}${paint.bold(line)}`,
  );
  return [...names, ...wrap(placeOf(one), width - 4).map((line) => `    ${paint.dim(line)}`)];
}

function placeOf(one: Case | undefined): string {
  if (!one?.at) return '';
  return visible(one.at.line === undefined ? one.at.file : `${one.at.file}:${one.at.line}`);
}

function trialLines(trouble: Trouble, asked: number, rubric: RubricSpec | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const title = asked > 1 ? [paint.dim(`    trial ${trouble.trial + 1} of ${asked}`)] : [];
  const held = trouble.held > 0 ? [paint.dim(`    ✓ ${plural(trouble.held, 'other holds', 'others hold')}`)] : [];
  return [...title, ...trouble.findings.flatMap((finding) => findingLines(finding, rubric, screen)), ...held];
}
