import type { LabelVerdict } from '#model/people/label.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { wrap } from '../text/wrap.js';

/** What one person has labelled of a sample. */
export interface LabelledCounts {
  readonly case: string;
  readonly run_id: string;
  readonly rater: string;
  /** The label of each answer that needs one; null for those without. */
  readonly given: readonly (LabelVerdict | null)[];
  /** The number of sampled trials without a usable answer. */
  readonly failed: number;
  /** The judge's decision about each answer, in the same order; null if it gave none. Shown only if all answers have a label. */
  readonly judged: readonly (boolean | null)[];
  /** The command that continues; null if all answers have a label. */
  readonly continues: string | null;
}

/** Renders the labels of one person, and beside them the judge if all answers have a label. Before that, the judge would influence the person. */
export function labelSummary(counts: LabelledCounts, screen: Screen): string {
  const { given, failed, rater, case: name, continues } = counts;
  const all = given.length;
  const labelled = given.filter((one) => one !== null).length;
  const lines = [
    `${name}: ${count(labelled)} of ${plural(all, 'answer')} labelled by ${rater}${failed > 0 ? `; ${count(failed)} more without a usable answer count as failed` : ''}`,
    ...(continues === null ? [verdictCounts(given), judgeText(counts)] : [`continue with: ${continues}`]),
  ];
  return lines
    .flatMap((line) => wrap(line, usableWidth(screen) - 1).map((part, at) => `${at === 0 ? ' ' : '   '}${part}\n`))
    .join('');
}

function verdictCounts(given: LabelledCounts['given']): string {
  const number = (verdict: LabelVerdict) => count(given.filter((one) => one === verdict).length);
  return `pass ${number('pass')} · fail ${number('fail')} · skipped ${number('skipped')}`;
}

function judgeText({ given, judged }: LabelledCounts): string {
  const pairs = given.flatMap((verdict, at) => {
    const judge = judged[at] ?? null;
    return judge === null || verdict === null || verdict === 'skipped' ? [] : [{ person: verdict === 'pass', judge }];
  });
  const kind = pairs.filter(({ person, judge }) => judge && !person).length;
  const strict = pairs.filter(({ person, judge }) => !judge && person).length;
  const agrees = pairs.length - kind - strict;
  return `the judge agrees on ${count(agrees)} of ${count(pairs.length)}: passes ${count(kind)} that you fail, fails ${count(strict)} that you pass`;
}
