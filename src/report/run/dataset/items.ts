import { oneLine } from '#model/text/quoted.js';
import { missed } from '#view/groups.js';
import type { CaseView, FindingView, Group, Miss, Reply } from '#view/view.js';
import { clip } from '../../text/clip.js';
import { count } from '../../text/numbers.js';
import type { Screen } from '../../text/paint.js';
import { exampleLines } from '../result/example.js';
import { labelled, roomBesideLabel } from '../result/label.js';
import { separator } from '../result/parts.js';

const mostExamples = 3;
const mostInputs = 3;

/** Renders items that did not pass: their id, slices, inputs and one reply each. Items of failed slices come first. */
export function itemExamples(caseView: CaseView, misses: readonly Miss[], screen: Screen): string[] {
  const failing = caseView.groups.filter(({ example }) => example.outcome !== 'passed');
  return failedSlicesFirst(failing, caseView)
    .slice(0, mostExamples)
    .flatMap((group) => [
      ...labelled('item', [clip(itemText(group, caseView), roomBesideLabel(screen))], screen),
      ...inputLines(group.example, screen),
      ...exampleLines(withoutClasses(group.example), misses, screen),
      ...classLines(group.example, screen),
    ]);
}

/** Sorts groups: items of failed slices first, then one of each further kind of miss. */
export function failedSlicesFirst(groups: readonly Group[], { dataset }: Pick<CaseView, 'dataset'>): readonly Group[] {
  const failed = new Set(
    (dataset?.slices ?? []).flatMap(({ field, rows }) =>
      rows.flatMap(({ outcome, value }) => (outcome === 'failed' ? [`${field.raw}=${value.raw}`] : [])),
    ),
  );
  const isOfFailed = ({ example }: Group) =>
    example.item?.slices.some(({ name, value }) => failed.has(`${name.raw}=${value.raw}`)) === true;
  return [...groups].sort((a, b) => Number(isOfFailed(b)) - Number(isOfFailed(a)));
}

/** Renders an item: `t-0412 · language nl · 2 of 3 answers failed`. */
export function itemText({ example: { item, outcome }, times }: Group, { dataset }: Pick<CaseView, 'dataset'>): string {
  if (!item) return '';
  const draws = dataset?.draws ?? 1;
  return [
    item.id.raw,
    ...item.slices.map(({ name, value }) => `${name.raw} ${value.raw}`),
    ...(draws > 1 ? [`${count(times)} of ${count(draws)} answers ${outcome}`] : []),
  ]
    .map(oneLine)
    .join(separator);
}

function inputLines({ item }: Reply, screen: Screen): string[] {
  const inputs = item?.inputs ?? [];
  return inputs.slice(0, mostInputs).flatMap(({ name, value }) => {
    const start = inputs.length > 1 ? `${oneLine(name.raw)}: ` : '';
    return labelled(
      name.raw === 'message' ? 'message' : 'input',
      [clip(start + oneLine(value.raw), roomBesideLabel(screen))],
      screen,
    );
  });
}

/** Removes the findings that `classLines` renders: about classes, and about equality with an expected class. */
export function withoutClasses(reply: Reply): Reply {
  const classes = reply.item?.classes ?? [];
  const isOfClass = ({ expectation, kind, about }: FindingView) =>
    kind === 'check' &&
    classes.some(
      (own) => own.expectation === expectation || about.raw === `equals: ${JSON.stringify(own.expected.raw)}`,
    );
  return { ...reply, findings: reply.findings.filter((finding) => !isOfClass(finding)) };
}

/** Renders wrong classes: `answered refund, expected billing`. */
export function classLines(reply: Reply, screen: Screen): string[] {
  return classTexts(reply).flatMap((text) => labelled('class', [clip(oneLine(text), roomBesideLabel(screen))], screen));
}

/** Returns a text for each wrong class of a reply: `answered refund, expected billing`. */
export function classTexts(reply: Reply): readonly string[] {
  const wrong = new Set(missed(reply).map(({ expectation }) => expectation));
  return (reply.item?.classes ?? [])
    .filter(({ expectation }) => wrong.has(expectation))
    .map(({ expected, answered }) => `answered ${answered?.raw ?? 'none of the classes'}, expected ${expected.raw}`);
}
