import { missingRubrics } from '#grade/rubric.js';
import type { Case } from '#model/case.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Dataset } from '#model/dataset.js';
import type { EvidenceDigests, RunPlan } from '#model/run/run.js';
import { bodyDigest } from '#model/text/body.js';
import { plural, quoted } from '#model/text/quoted.js';
import { uncorrectLevels } from './feasibility.js';

const mostOfACase = 4;

const mostOfABody = 4;

const mostSentences = 20;

/**
 * Lists the changes in a prompt since a run was planned, one sentence each; empty if the run can be resumed. Rubrics that were
 * missing then and exist now are not a change.
 */
export function planDifference(stored: RunPlan, now: RunPlan): readonly string[] {
  const sentences = [...bodyDifference(stored, now), ...casesDifference(asWritten(stored), asWritten(now))];
  const all = sentences.length > 0 ? sentences : digestDifference(stored, now);
  const more = all.length - mostSentences;
  return more > 0
    ? [...all.slice(0, mostSentences), `and ${more} more ${more === 1 ? 'difference' : 'differences'}`]
    : all;
}

/** Returns the cases with the levels in their files, without the correction for attempts. */
function asWritten({ cases, tries, try: attempt = 1 }: RunPlan): readonly Case[] {
  return tries === 'corrected' ? uncorrectLevels(cases, attempt) : cases;
}

function bodyDifference({ body: was }: RunPlan, { body: is, body_file = 'prompt.xml' }: RunPlan): readonly string[] {
  if (bodyDigest(was) === bodyDigest(is)) return [];
  if (typeof was === 'string' && typeof is === 'string')
    return [`${body_file} changed at line ${changedLine(was, is)}`];
  if (typeof was === 'string' || typeof is === 'string') {
    return [typeof is === 'string' ? `${body_file} replaces messages.yml` : 'messages.yml replaces a body of one text'];
  }
  if (was.length !== is.length) return [`messages.yml had ${plural(was.length, 'message')} and has ${is.length}`];
  const changes = valueDifferences(asJson(was), asJson(is)).filter(({ path }) => path.at(-1) !== 'path');
  const more = changes.length - mostOfABody;
  const shown = changes
    .slice(0, mostOfABody)
    .map(
      ({ path: [at, ...path], was, is }) => `messages.yml: message ${Number(at) + 1}: ${inWords({ path, was, is })}`,
    );
  return more > 0 ? [...shown, `messages.yml: ${more} more`] : shown;
}

function changedLine(was: string, is: string): number {
  const [before, after] = [was.split('\n'), is.split('\n')];
  const line = after.findIndex((text, index) => text !== before[index]);
  return (line === -1 ? after.length : line) + 1;
}

function casesDifference(were: readonly Case[], are: readonly Case[]): readonly string[] {
  const [before, after] = [byName(were), byName(are)];
  const changes = [...before].flatMap(([name, was]) => {
    const is = after.get(name);
    return is ? caseDifference(was, is) : [`case ${quoted(name)} is no longer there`];
  });
  const added = [...after.keys()].filter((name) => !before.has(name)).map((name) => `case ${quoted(name)} is new`);
  const all = [...dataDifference(before, after), ...changes, ...added];
  const isMoved = [...before.keys()].join('\n') !== [...after.keys()].join('\n');
  return all.length === 0 && isMoved ? ['the cases stand in another order'] : all;
}

/** Lists the data files that changed, once each, with the numbers of their items. */
function dataDifference(before: ReadonlyMap<string, Case>, after: ReadonlyMap<string, Case>): readonly string[] {
  const sentences = [...before].flatMap(([name, { dataset: was }]) => {
    const is = after.get(name)?.dataset;
    if (!was || !is || !hasOtherData(was, is)) return [];
    if (was.kept !== is.kept) return [`${is.file} changed: ${plural(was.kept, 'item')} were kept and now ${is.kept}`];
    return [
      was.digest === is.digest
        ? `${is.file} changed, but none of its kept items`
        : `${is.file} changed: its items differ`,
    ];
  });
  return [...new Set(sentences)];
}

function hasOtherData(was: Dataset, is: Dataset): boolean {
  return was.file === is.file && was.sha256 !== is.sha256;
}

function byName(cases: readonly Case[]): ReadonlyMap<string, Case> {
  return new Map(cases.map((testCase) => [testCase.name, testCase]));
}

function caseDifference(was: Case, is: Case): readonly string[] {
  const isOther = was.dataset && is.dataset && hasOtherData(was.dataset, is.dataset);
  const [before, after] = isOther ? [withoutData(was), withoutData(is)] : [was, is];
  const changes = valueDifferences(asJson(before), asJson(after)).filter((difference) => !isNowWritten(difference));
  const causes = changes.filter(({ path: [first, key] }) => first !== 'dataset' || !counted.includes(String(key)));
  const all = causes.length > 0 ? causes : changes;
  const shown = all.slice(0, mostOfACase).map((difference) => `case ${quoted(was.name)}: ${inWords(difference)}`);
  const more = all.length - mostOfACase;
  return more > 0 ? [...shown, `case ${quoted(was.name)}: ${more} more`] : shown;
}

/** What eva counts in a data set. If it differs, a setting that the user knows differs as well. */
const counted = ['digest', 'mean_bytes', 'asked', 'units', 'kept_units'];

/** Returns a case without what its data file decides. */
function withoutData({ dataset: _dataset, sample_size: _size, ...testCase }: Case): object {
  const expectations = testCase.expectations.map(({ grader, ...expectation }) => {
    if (grader.grader !== 'class') return { ...expectation, grader };
    const { of: _of, kept: _kept, asked: _asked, ...params } = grader.params;
    return { ...expectation, grader: { ...grader, params } };
  });
  return { ...testCase, expectations };
}

/** Returns a case or a body as plan.json has it, without undefined fields. */
function asJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value));
}

/** Returns true if the difference is a rubric that was null and has been written since. */
function isNowWritten({ path, was, is }: ValueDifference): boolean {
  return path.at(-1) === 'rubric' && was === null && is !== undefined && is !== null;
}

function inWords({ path, was, is }: ValueDifference): string {
  const field = fieldOf(path);
  if (was === undefined) return `${field} is set, to ${short(is)}`;
  return is === undefined
    ? `${field} was ${short(was)} and is not set`
    : `${field} was ${short(was)} and is ${short(is)}`;
}

/** Keys that only group others and do not occur in the user's files. */
const containers = ['subject', 'settings', 'params'];

/** Returns the path in words: `expectations[0].rubric.text`. */
function fieldOf(path: ValueDifference['path']): string {
  const named = path.filter(
    (part, index) => !containers.includes(String(part)) && !(part === 'grader' && index < path.length - 1),
  );
  return named.map((part) => (typeof part === 'number' ? `[${part}]` : part)).reduce<string>(joined, '') || 'it';
}

function joined(text: string, part: string): string {
  return text === '' || part.startsWith('[') ? text + part : `${text}.${part}`;
}

function short(value: JsonValue | undefined): string {
  if (typeof value === 'string') return quoted(value);
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const digestWords: Readonly<Record<keyof EvidenceDigests, string>> = {
  prompt: 'the body changed',
  cases: 'cases that this run does not ask, or a program that a check runs, changed',
  judge: 'what judges are asked changed: judges or rubrics of other cases, or the version of eva',
  models: 'who answers changed: a provider or a price in eva.yml, a program, or models of other cases',
};

/** Lists changes outside the selected cases: programs, providers, prices, judge prompts, other cases. */
function digestDifference(stored: RunPlan, now: RunPlan): readonly string[] {
  const names = Object.keys(digestWords) as (keyof EvidenceDigests)[];
  // until every rubric is written, the run has only asked for rubrics
  const isRubricWritten = missingRubrics(stored.cases).length === 0;
  return names
    .filter((name) => stored.evidence[name] !== now.evidence[name])
    .filter((name) => name !== 'judge' || isRubricWritten)
    .map((name) => digestWords[name]);
}

/** A place where two values differ. `was` or `is` is undefined if that value has nothing there. */
interface ValueDifference {
  readonly path: readonly (string | number)[];
  readonly was: JsonValue | undefined;
  readonly is: JsonValue | undefined;
}

/** Returns the deepest places at which two values differ, in order. Ignores keys named `at`, which are places in files. */
function valueDifferences(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  path: ValueDifference['path'] = [],
): readonly ValueDifference[] {
  if (isObject(was) && isObject(is)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => key !== 'at');
    const fieldIn = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);
    return keys.flatMap((key) => valueDifferences(fieldIn(was, key), fieldIn(is, key), [...path, key]));
  }
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    return was.flatMap((item, index) => valueDifferences(item, is[index], [...path, index]));
  }
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, was, is }];
}
