import type { RubricSpec } from '#model/case.js';
import { clip } from '../text/clip.js';
import { count } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { wrap } from '../text/wrap.js';
import { isRubric, rubricText } from './rubric-score.js';
import { scoredText } from './scored-text.js';
import type { ToldFinding, Trouble } from './troubles.js';

/** What did not hold alike in several trials. */
export interface TroubleKind {
  readonly about: string;
  readonly findings: readonly ToldFinding[];
  /** The trials, from 0, in order. */
  readonly trials: readonly number[];
}

const mostKinds = 6;
const mostLines = 2;

/** Troubles by what they are about, the most frequent first; what could not be graded stands apart from what does not hold. */
export function kindsOf(troubles: readonly Trouble[]): readonly TroubleKind[] {
  const kinds = new Map<string, { about: string; findings: ToldFinding[]; trials: number[] }>();
  for (const { trial, findings } of troubles) {
    for (const finding of findings) {
      const key = `${finding.holds} ${finding.about}`;
      const kind = kinds.get(key) ?? { about: finding.about, findings: [], trials: [] };
      kinds.set(key, kind);
      kind.findings.push(finding);
      if (kind.trials.at(-1) !== trial) kind.trials.push(trial);
    }
  }
  return [...kinds.values()].sort((a, b) => b.trials.length - a.trials.length);
}

/**
 * An entry for each kind of trouble: in how many trials, what, and why where that is always the same and no excerpt tells it. Each gets
 * two lines, and more where they do not hold so many `columns`.
 */
export function kindLines(
  kinds: readonly TroubleKind[],
  rubric: RubricSpec | undefined,
  screen: Screen,
  columns = 0,
): readonly string[] {
  const shown = kinds.slice(0, mostKinds);
  const width = Math.max(0, ...shown.map(({ trials }) => count(trials.length).length));
  const more = kinds.length - shown.length;
  return [
    ...shown.flatMap((kind) => kindLine(kind, width, rubric, screen, columns)),
    ...(more > 0 ? [`      ${' '.repeat(width)}   and ${count(more)} more`] : []),
  ];
}

function kindLine(
  kind: TroubleKind,
  width: number,
  rubric: RubricSpec | undefined,
  screen: Screen,
  columns: number,
): string[] {
  const times = `${count(kind.trials.length).padStart(width)} × `;
  const room = usableWidth(screen) - 6 - times.length;
  const lines = wrap(clip(inWords(kind, rubric), Math.max(mostLines * room, columns)), room);
  return lines.map((line, i) => `      ${i === 0 ? times : ' '.repeat(times.length)}${line}`);
}

function inWords({ about, findings }: TroubleKind, rubric: RubricSpec | undefined): string {
  if (findings.every(isRubric)) return rubricText(findings, rubric);
  if (findings.every(({ score }) => score !== undefined)) return scoredText(about, findings);
  const [reason = '', ...others] = new Set(findings.map((finding) => (finding.excerpt ? '' : finding.reason)));
  return others.length > 0 || reason === '' ? about : `${about} (${reason})`;
}
