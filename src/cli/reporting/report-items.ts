import { mostNamed } from '#library/named-prompts.js';
import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { evaError } from '#model/problem.js';
import type { Body } from '#model/prompt.js';
import type { ToolCall } from '#model/reply/exchange.js';
import type { CaseResult } from '#model/run/run.js';
import { type Score, scoresByTrial, type Trial } from '#model/run/trial.js';
import { nearest } from '#model/text/nearest.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import type { CsvTrial } from '#report/formats/csv.js';
import type { ItemSelection } from '#report/run/items.js';
import { inputViews, replyView } from '#report/view/case-view.js';
import { chosenTrials, type ShownItems, valuesOfField } from '#report/view/choose-items.js';
import { GroupedReplies } from '#report/view/reply-groups.js';
import type { Group, Reply } from '#report/view/view.js';
import { trialsInOrder } from '#store/run/trial-log.js';
import type { DetailOptions } from './report-flags.js';

/** A case of a stored run, with its plan. */
export interface CaseOfRun {
  readonly result: CaseResult;
  readonly testCase: Case | undefined;
}

/** A case, and the trials of it that are shown. */
interface ChosenCase extends CaseOfRun {
  readonly trials: readonly number[];
}

export interface RunSource {
  readonly dir: string;
  readonly body: Body;
}

/** Chooses trials of cases. Throws EVA_USAGE for an unknown field, value or item. */
export function chooseTrials(cases: readonly CaseOfRun[], options: DetailOptions): readonly ChosenCase[] {
  const choice = choiceOf(cases, options);
  return cases.map(({ result, testCase }) => {
    const trials = chosenTrials(result, testCase, choice);
    const { trial } = options;
    return { result, testCase, trials: trial === undefined ? trials : trials.filter((index) => index === trial - 1) };
  });
}

function choiceOf(cases: readonly CaseOfRun[], options: DetailOptions): ShownItems {
  const { failed = false, flaky = false, slice = [], item = [] } = options;
  const planned = cases.flatMap(({ testCase }) => testCase ?? []);
  const slices = groupBy(
    slice.map((text) => sliceOf(text, planned)),
    ([field]) => field,
  );
  requireItems(cases, item);
  return {
    failed,
    flaky,
    slices: new Map([...slices].map(([field, own]) => [field, new Set(own.map(([, value]) => value))])),
    items: item.length === 0 ? null : new Set(item),
  };
}

function sliceOf(text: string, cases: readonly Case[]): readonly [field: string, value: string] {
  const places = [...text.matchAll(/=/g)].map(({ index }) => index);
  const field = places
    .map((at) => text.slice(0, at))
    .find((name) => cases.some((testCase) => valuesOfField(name, testCase).length > 0));
  if (field === undefined) {
    const fields = cases.flatMap((testCase) => fieldsOf(testCase));
    const meant = [...new Set(fields)];
    throw evaError('EVA_USAGE:unknown_slice_field', `--slice ${quoted(text)} does not name a field and its value`, {
      hint:
        meant.length === 0
          ? 'the cases have no slices: name fields in dataset.slices'
          : `write FIELD=VALUE; the fields are ${listed(meant.slice(0, mostNamed).map(short))}`,
    });
  }
  const value = text.slice(field.length + 1);
  const values = [...new Set(cases.flatMap((testCase) => valuesOfField(field, testCase)))];
  if (values.includes(value)) return [field, value];
  const meant = nearest(value, values);
  throw evaError('EVA_USAGE:unknown_slice_value', `no item has ${quoted(value)} as its ${short(field)}`, {
    hint:
      meant === undefined
        ? `the values are ${listed(values.slice(0, mostNamed).map(short))}`
        : `did you mean ${quoted(meant)}?`,
  });
}

function fieldsOf({ dataset, expectations }: Case): readonly string[] {
  const hasClasses = expectations.some(({ grader }) => grader.grader === 'class');
  return [...(dataset?.slices ?? []).map(({ field }) => field), ...(hasClasses ? ['class'] : [])];
}

function requireItems(cases: readonly CaseOfRun[], items: readonly string[]): void {
  if (items.length === 0) return;
  const asked = new Set(cases.flatMap(({ result }) => result.trials.flatMap(({ origin }) => origin?.item ?? [])));
  const unknown = items.find((item) => !asked.has(item));
  if (unknown !== undefined)
    throw evaError('EVA_USAGE:unknown_item', `the run did not ask an item ${quoted(unknown)}`, {
      hint: `it asked ${asked.size}; eva report --all lists them`,
    });
}

/** Counts the items of chosen trials among those of the chosen slices, `ofSlices`. `options` are those that chose them. */
export function selectionOf(
  { result, testCase, trials }: ChosenCase,
  ofSlices: readonly number[],
  options: DetailOptions,
): ItemSelection {
  const { failed = false, flaky = false, slice = [] } = options;
  const itemOf = new Map(result.trials.map(({ index, origin }) => [index, origin?.item]));
  const itemsOf = (indexes: readonly number[]) => new Set(indexes.map((index) => itemOf.get(index))).size;
  const draws = testCase?.dataset?.draws ?? 1;
  return { selected: itemsOf(trials), of: itemsOf(ofSlices), slices: slice, failed, flaky, draws };
}

/** Reads the chosen trials one at a time, with their texts if `trials.jsonl` still has them. Throws as `trialsInOrder` does. */
export function* repliesOf(chosen: readonly ChosenCase[], { dir, body }: RunSource): Generator<CsvTrial> {
  for (const { result, testCase, trials } of chosen) {
    const wanted = new Set(trials);
    const inputs = testCase ? inputViews(testCase.subject) : [];
    const csvTrial = (trial: Trial, scores: readonly Score[]): CsvTrial => ({
      ...{ name: result.name, inputs, reply: replyView(trial, scores, testCase, body), calls: callsOf(trial) },
    });
    let hasTexts = false;
    for (const { trial, scores } of trialsInOrder(dir, new Map([[result.name, wanted]]))) {
      hasTexts = true;
      yield csvTrial(trial, scores);
    }
    if (hasTexts) continue;
    const scoresOf = scoresByTrial(result.scores);
    for (const trial of result.trials)
      if (wanted.has(trial.index)) yield csvTrial(trial, scoresOf.get(trial.index) ?? []);
  }
}

/** Returns true if one of the chosen trials has tool calls. Reads them until it finds one. */
export function haveCalls(chosen: readonly ChosenCase[], { dir }: RunSource): boolean {
  return chosen.some(({ result, trials }) => {
    for (const { trial } of trialsInOrder(dir, new Map([[result.name, new Set(trials)]]))) {
      if (callsOf(trial).length > 0) return true;
    }
    return result.trials.some((trial) => callsOf(trial).length > 0);
  });
}

function callsOf({ turns }: Trial): readonly ToolCall[] {
  return turns.flatMap(({ tool_calls = [] }) => tool_calls);
}

/** Groups replies of one item after another by equal text. Stops after `most` items. */
export function* reportItems(replies: Iterable<CsvTrial>, most: number): Generator<readonly Group[]> {
  let groups = new GroupedReplies();
  let current: Reply['item'] = null;
  let items = 0;
  for (const { reply } of replies) {
    if (current && reply.item?.id.raw !== current.id.raw) {
      yield groups.groups();
      items += 1;
      if (items >= most) return;
      groups = new GroupedReplies();
    }
    groups.add(reply);
    current = reply.item;
  }
  if (current) yield groups.groups();
}
