import type { Case } from '#model/case.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { Origin } from '#model/dataset.js';
import type { ClassSpec } from '#model/grader.js';
import { type Body, bodyText } from '#model/prompt.js';
import { referencesOfCheck } from '#model/references.js';
import type { CaseResult } from '#model/run/run.js';
import { type Score, scoresByTrial, type Trial } from '#model/run/trial.js';
import { placeholderPattern } from '#model/text/quoted.js';
import type { ItemView } from './dataset-view.js';
import { findingViews, isPlainPass, outcomeOfReply } from './findings.js';
import { type FindingView, type NamedText, type Reply, text } from './view.js';

interface ItemSource {
  readonly scores: readonly Score[];
  readonly testCase: Case | undefined;
  readonly findings: readonly FindingView[];
  readonly body: Body;
}

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
  const entries = Object.entries(value).map(
    ([key, one]) => `${key}: ${key === 'field' && typeof one === 'string' ? one : inFlow(one)}`,
  );
  return `{${entries.join(', ')}}`;
}

const comparisons: readonly string[] = ['equals', 'json_value'];

/**
 * Returns the value of the item that an answer is compared with, if a single check compares it with a field. A run stores no item, so the
 * value is read from the finding of the check. Returns null if there is no such check, if there are several, or if the finding is shortened.
 */
export function expectedValue(findings: readonly FindingView[], testCase: Case | undefined): string | null {
  const compared = (testCase?.expectations ?? []).flatMap(({ grader }, expectation) => {
    const checks = grader.grader === 'trial_passes' ? grader.params.checks : [];
    return checks.flatMap((spec, check) =>
      comparisons.includes(spec.op) && referencesOfCheck(spec).length > 0 ? [{ op: spec.op, expectation, check }] : [],
    );
  });
  const [only, ...others] = compared;
  if (!only || others.length > 0) return null;
  const found = findings.find(
    ({ kind, expectation, check }) => kind === 'check' && expectation === only.expectation && check === only.check,
  );
  // A number that its file writes in another way is compared as two texts, the first of which is that of the file.
  const [, isBoth, written = ''] = new RegExp(`^${only.op}(_any)?: (.*)$`, 's').exec(found?.about.raw ?? '') ?? [];
  const read = readValue(written);
  const value = isBoth && Array.isArray(read) ? (read[0] ?? null) : read;
  if (value === null || only.op === 'equals') return value === null ? null : textOf(value);
  return isObject(value) && value['equals'] !== undefined ? textOf(value['equals']) : null;
}

/** Reads a value as a finding has it: JSON, or a text in single quotes. Returns null if its end is missing. */
function readValue(written: string): JsonValue | null {
  if (/^'[^']*'$/.test(written)) return written.slice(1, -1);
  try {
    return JSON.parse(written) as JsonValue;
  } catch {
    return null;
  }
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A prompt as texts and names of inputs by turns: it begins and ends with a text. */
interface Template {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/**
 * Reads the inputs back from a rendered message: a rendered prompt holds each value verbatim between the texts of its body. `constants` are
 * known values. Returns null if the message does not fit the body, or fits it in several ways.
 */
export function inputsIn(
  message: string,
  body: string,
  constants: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  const found = new Map<string, string>();
  const { texts, names } = templateOf(body, constants);
  const [first = '', ...others] = texts;
  if (!message.startsWith(first)) return null;
  let at = first.length;
  for (const [index, text] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? endOf(message, text, at) : onlyPlaceOf(message, text, at);
    const name = names[index] ?? '';
    if (end === null) return null;
    const value = message.slice(at, end);
    if ((found.get(name) ?? value) !== value) return null;
    found.set(name, value);
    at = end + text.length;
  }
  return at === message.length ? Object.fromEntries(found) : null;
}

function templateOf(body: string, constants: Readonly<Record<string, string>>): Template {
  const texts = [''];
  const names: string[] = [];
  const add = (text: string) => texts.push((texts.pop() ?? '') + text);
  let at = 0;
  for (const { 0: whole, 1: name = '', index } of body.matchAll(placeholderPattern)) {
    add(body.slice(at, index));
    at = index + whole.length;
    if (Object.hasOwn(constants, name)) add(constants[name] ?? '');
    else {
      names.push(name);
      texts.push('');
    }
  }
  add(body.slice(at));
  return { texts, names };
}

function endOf(message: string, text: string, from: number): number | null {
  const end = message.length - text.length;
  return end >= from && message.endsWith(text) ? end : null;
}

/** Returns where a text begins after `from`; null if it occurs there never or several times. */
function onlyPlaceOf(message: string, text: string, from: number): number | null {
  if (text === '') return null;
  const at = message.indexOf(text, from);
  return at !== -1 && message.indexOf(text, at + 1) === -1 ? at : null;
}

/** An answer to an item that did not pass. */
export interface WrongItem {
  /** The id of the item. */
  readonly id: string;
  /** The number of the answer to this item, from 0. */
  readonly draw: number;
  /** The number of the trial, from 0. */
  readonly trial: number;
  /** `ungraded`: no expectation failed, and one has no value. */
  readonly outcome: 'failed' | 'ungraded';
  readonly slices: Readonly<Record<string, string>>;
  readonly reasons: readonly string[];
}

/** Lists the answers of a case on a data set that did not pass, in trial order. */
export function wrongItems(result: CaseResult, testCase: Case): readonly WrongItem[] {
  const scores = scoresByTrial(result.scores);
  return result.trials.flatMap((trial) => wrongItem(trial, scores.get(trial.index) ?? [], testCase) ?? []);
}

function wrongItem(trial: Trial, scores: readonly Score[], testCase: Case): WrongItem | undefined {
  if (isPlainPass(trial, scores, testCase)) return undefined;
  const findings = findingViews(trial, scores, testCase);
  const outcome = outcomeOfReply(trial, findings);
  const { origin, index } = trial;
  if (!origin || (outcome !== 'failed' && outcome !== 'ungraded')) return undefined;
  const found = findings
    .filter(({ mark }) => mark !== 'passed')
    .map(({ about, reason }) => (reason.raw === '' ? about.raw : `${about.raw}: ${reason.raw}`));
  const reasons = trial.outcome === 'failed' && found.length === 0 ? [trial.reason] : found;
  return { id: origin.item, draw: origin.draw, trial: index, outcome, slices: origin.slices ?? {}, reasons };
}
