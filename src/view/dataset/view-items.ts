import type { ClassSpec } from '#model/case/grader.js';
import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { Origin } from '#model/dataset.js';
import { type Body, bodyText } from '#model/prompt.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { type FindingView, type NamedText, type Reply, text } from '../view.js';
import type { ItemView } from './dataset-view.js';
import { expectedValue } from './expected-value.js';
import { inputsIn } from './item-inputs.js';

/** What the view of an item needs beside its trial. */
interface ItemSource {
  readonly scores: readonly Score[];
  readonly testCase: Case | undefined;
  readonly findings: readonly FindingView[];
  /** The body of the prompt. */
  readonly body: Body;
}

/** Returns the item of a trial with its inputs, slices and classes. */
export function itemView(trial: Trial, { item, draw, slices = {} }: Origin, source: ItemSource): ItemView {
  const expected = expectedValue(source.findings, source.testCase);
  return {
    id: text(item),
    draw,
    slices: named(slices),
    inputs: itemInputs(trial, source),
    expected: expected === null ? null : text(expected),
    classes: source.scores.flatMap(({ classes, expectation }) => {
      if (!classes) return [];
      const { expected, answered } = classes;
      return [{ expectation, expected: text(expected), answered: answered === null ? null : text(answered) }];
    }),
  };
}

function named(values: Readonly<Record<string, string>>): readonly NamedText[] {
  return Object.entries(values).map(([name, value]) => ({ name: text(name), value: text(value) }));
}

function itemInputs({ turns, cut }: Trial, { testCase, body }: ItemSource): readonly NamedText[] {
  const [turn] = turns;
  const subject = testCase?.subject;
  if (!turn || cut || subject?.kind !== 'prompt') return [];
  const filled = testCase?.dataset?.inputs ?? {};
  const constants = Object.entries(subject.inputs).filter(([name]) => !Object.hasOwn(filled, name));
  const own = inputsIn(turn.user_message, bodyText(body), Object.fromEntries(constants));
  return own ? named(own) : [{ name: text('message'), value: text(turn.user_message) }];
}

/** The maximum number of failing replies that the view of a case keeps, and how many more if they belong to a failed slice. */
const most = { replies: 50, ofFailedSlices: 50 };

/** Returns a function that says which replies the view of a case keeps: some that did not pass, most of them of failed slices. */
export function failingItems({ dataset }: CaseResult): (reply: Reply, kept: number) => boolean {
  const failed = new Set(
    (dataset?.slices ?? []).flatMap(({ field, rows }) =>
      rows.flatMap(({ outcome, value }) => (outcome === 'failed' ? [JSON.stringify([field, value])] : [])),
    ),
  );
  const isOfFailed = ({ item }: Reply) =>
    item?.slices.some(({ name, value }) => failed.has(JSON.stringify([name.raw, value.raw]))) ?? false;
  return (reply, kept) => {
    if (reply.outcome === 'passed') return false;
    return kept < most.replies || (kept < most.replies + most.ofFailedSlices && isOfFailed(reply));
  };
}

/** Describes the part of an expectation that a finding belongs to, for all items: `equals: {field: label}`. */
export function partText({ kind, expectation, check = 0, about }: FindingView, { expectations }: Case): string {
  const grader = expectations[expectation]?.grader;
  if (kind !== 'check' || !grader) return about.raw;
  if (grader.grader === 'class') return `class: ${inFlow(expectedOf(grader.params))}`;
  const spec = grader.grader === 'trial_passes' ? grader.params.checks[check] : undefined;
  return spec ? `${spec.op}: ${inFlow(spec.value)}` : about.raw;
}

function expectedOf({ expected }: ClassSpec): JsonValue {
  return typeof expected === 'string' ? expected : { field: expected.field };
}

/** Writes a value as YAML does on one line, with plain keys: `{field: label}`. */
function inFlow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(inFlow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${inField(key, one)}`);
  return `{${entries.join(', ')}}`;
}

function inField(key: string, value: JsonValue): string {
  return key === 'field' && typeof value === 'string' ? value : inFlow(value);
}
