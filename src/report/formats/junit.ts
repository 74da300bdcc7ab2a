import type { Comparison } from '#model/pairs/comparison.js';
import type { CaseResult } from '#model/run/run.js';
import { oneLine } from '#model/text/quoted.js';
import { comparisonFlags, comparisonHead, explanation } from '../compare/compare-text.js';
import { headText } from '../run/verdict-lines.js';
import { type ListedCase, listedCases } from '../view/changed-pairs.js';
import { outcomeOfStanding } from '../view/compare-view.js';
import { factTexts } from '../view/facts.js';
import type { RunLine } from '../view/runs-view.js';
import type { View } from '../view/view.js';
import { bytesOf, caseDetail, excerpt, moreText, mostBytes } from './case-detail.js';
import { caseEntries, comparisonName, type Entry, isUndecidedSlice, pairReasons } from './entries.js';
import { type ReportedRun, type Reporter, type ReportSurroundings, type RunsReport, walkRuns } from './report.js';
import { costWords, limitsOf, reasonWords, runName, secondsOf, sliceName } from './run-words.js';

/** JUnit XML for GitLab, Jenkins and Azure: a suite for each run, a test case for each case, gated slice and query. */
export const junit: Reporter = {
  *pieces(report, surroundings) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    if (report.kind === 'compare') {
      yield `${startTag('testsuites', { name: 'eva compare', time: report.comparison.duration_s })}\n`;
      yield comparisonSuite(report.comparison, surroundings);
    } else {
      yield `${startTag('testsuites', { name: 'eva', time: secondsOfAll(report) })}\n`;
      yield* suites(report, surroundings);
    }
    yield '</testsuites>\n';
  },
};

function secondsOfAll({ view }: RunsReport): number | null {
  const known = view.runs.flatMap((line) => secondsOf(line) ?? []);
  return known.length === 0 ? null : Number(known.reduce((sum, seconds) => sum + seconds, 0).toFixed(3));
}

function* suites(report: RunsReport, surroundings: ReportSurroundings): Generator<string> {
  let id = 0;
  const unique = uniqueNames();
  for (const [line, run] of walkRuns(report)) {
    const { id: prompt, variant } = runName(line, report.view);
    const name = unique(excerpt(variant === null ? prompt : `${prompt} (${variant})`));
    yield suiteText(
      {
        ...{ id: id++, name, flags: flagsOf(line), seconds: secondsOf(line), properties: propertiesOf(line, run) },
        timestamp: run?.result?.ts ?? null,
        cases: run ? casesOf(run, line) : [wholeRun(line)],
      },
      surroundings,
    );
  }
}

function flagsOf({ flags }: RunLine): readonly string[] {
  return [
    ...(flags.includes('synthetic') ? ['SYNTHETIC'] : []),
    ...(flags.includes('partial') ? ['partial'] : []),
    ...(flags.includes('replayed') ? ['replayed'] : []),
  ];
}

function casesOf({ view, result }: ReportedRun, line: RunLine): readonly TestCase[] {
  const seconds = new Map(result?.cases.map((one) => [one.name, secondsOfCase(one)]));
  const more = view.next.find(({ name }) => name === 'failing')?.command.raw ?? null;
  const cases = caseEntries(view.cases).map((entry) =>
    testCaseOf(entry, seconds.get(entry.caseView.name.raw) ?? null, more),
  );
  if (cases.length === 0) return [{ ...wholeRun(line), result: emptyRun(view) }];
  const isRed = cases.some(({ result: own }) => own !== null && own.element !== 'skipped');
  return line.outcome === 'unfinished' && !isRed ? [...cases, wholeRun(line)] : cases;
}

function secondsOfCase({ trials }: CaseResult): number {
  return Number(trials.reduce((sum, { duration_s }) => sum + duration_s, 0).toFixed(3));
}

function wholeRun({ reason }: RunLine): TestCase {
  const message = excerpt(reason?.raw ?? 'the run has no result');
  const result = { element: 'error', type: 'unfinished', message, content: message } as const;
  return { name: 'the whole run', file: null, line: null, seconds: null, output: '', result };
}

function emptyRun(view: View): TestCase['result'] {
  if (view.exit_code === 0) return null;
  const message = excerpt(headText(view));
  return { element: 'failure', type: 'failed', message, content: message };
}

function propertiesOf(line: RunLine, run: ReportedRun | null): readonly Property[] {
  const cost = costWords(line);
  return [
    ...(line.run_id === null ? [] : [{ name: 'run', value: line.run_id.raw }]),
    ...(run ? [{ name: 'verdict', value: headText(run.view) }] : []),
    ...(run
      ? (['variant', 'model'] as const).flatMap((name) => factTexts(run.view, name).map((value) => ({ name, value })))
      : []),
    ...(cost === null ? [] : [{ name: 'cost', value: cost }]),
    ...line.flags.map((flag) => ({ name: flag, value: 'true' })),
    ...(run ? limitsOf(run.view).map((value) => ({ name: 'note', value })) : []),
  ];
}

function comparisonSuite(comparison: Comparison, surroundings: ReportSurroundings): string {
  const { a, b, partial, duration_s, ts, state } = comparison;
  const listed = listedCases(comparison);
  const cases = listed.map((one) => caseOf(one, comparison));
  const isOpen = state === 'unfinished' && listed.every(({ standing }) => standing !== 'unfinished');
  const whole: TestCase = {
    ...{ name: 'the whole comparison', file: null, line: null, seconds: null, output: '' },
    result: isOpen ? missing(comparison, listed) : null,
  };
  return suiteText(
    {
      ...{ id: 0, name: excerpt(comparisonName(comparison)), seconds: duration_s, timestamp: ts },
      flags: [...(a.evidence.synthetic || b.evidence.synthetic ? ['SYNTHETIC'] : []), ...(partial ? ['partial'] : [])],
      properties: [
        { name: 'verdict', value: comparisonHead(comparison) },
        ...(isOpen ? [] : [{ name: 'why', value: explanation(comparison, listed) }]),
        ...comparisonFlags(comparison).map((value) => ({ name: 'note', value })),
      ],
      cases: isOpen || cases.length === 0 ? [...cases, whole] : cases,
    },
    surroundings,
  );
}

function missing(comparison: Comparison, listed: readonly ListedCase[]): TestResult {
  const message = excerpt(oneLine(explanation(comparison, listed)));
  return { element: 'error', type: 'unfinished', message, content: message };
}

function caseOf(one: ListedCase, comparison: Comparison): TestCase {
  const reasons = pairReasons(one, comparison).map((text) => excerpt(oneLine(text)));
  return {
    ...{ name: excerpt(one.pairs.case), file: null, line: null, seconds: null, output: '' },
    result: resultOfComparison(outcomeOfStanding[one.standing], reasons),
  };
}

function resultOfComparison(
  outcome: (typeof outcomeOfStanding)[keyof typeof outcomeOfStanding],
  reasons: readonly string[],
) {
  if (outcome === 'passed') return null;
  const start = outcome === 'inconclusive' ? 'INCONCLUSIVE: ' : '';
  const message = start + (reasons[0] ?? '');
  if (outcome === 'shown') return { element: 'skipped', type: null, message, content: '' } as const;
  const content = [message, ...reasons.slice(1)].join('\n');
  const element = outcome === 'unfinished' ? 'error' : 'failure';
  return { element, type: outcome, message: excerpt([message, ...reasons.slice(1)].join('; ')), content } as const;
}

/** A suite before it is written. `name` is a visible text, which is also the class of its test cases. */
interface TestSuite {
  /** The number of the suite in its file, from 0. */
  readonly id: number;
  readonly name: string;
  readonly flags: readonly string[];
  readonly seconds: number | null;
  /** ISO 8601; null if it is not known. */
  readonly timestamp: string | null;
  readonly properties: readonly Property[];
  readonly cases: readonly TestCase[];
}

interface Property {
  readonly name: string;
  readonly value: string;
}

/** Renders a suite. No two of its cases have the same name, since GitLab drops the second one. */
function suiteText(suite: TestSuite, { prefix, eva_version }: ReportSurroundings): string {
  const { id, name, flags, seconds, timestamp, properties, cases } = suite;
  const counted = (wanted: string) => cases.filter(({ result }) => result?.element === wanted).length;
  const attributes = {
    ...{ name: [name, ...flags.map((flag) => `(${flag})`)].join(' '), id },
    ...{ tests: cases.length, failures: counted('failure'), errors: counted('error'), skipped: counted('skipped') },
    ...{ time: seconds, timestamp: timestamp?.slice(0, 'YYYY-MM-DDThh:mm:ss'.length) ?? null },
  };
  const unique = uniqueNames();
  const own = [{ name: 'eva', value: eva_version }, ...properties].map((property) =>
    element('property', { name: property.name, value: excerpt(property.value) }),
  );
  const written = cases.map((one) => caseText(one, { classname: name, name: unique(one.name) }, prefix));
  return `  ${around('testsuite', attributes, [around('properties', {}, own, 3), ...written], 2)}\n`;
}

function caseText({ file, line, seconds, result, output }: TestCase, names: Attributes, prefix: string): string {
  const attributes = { ...names, file: file === null ? null : excerpt(prefix) + file, line, time: seconds };
  if (result === null)
    return around('testcase', attributes, output === '' ? [] : [element('system-out', {}, output)], 3);
  const { type, message, content } = result;
  return around('testcase', attributes, [element(result.element, { type, message }, content)], 3);
}

/** Returns names of which no two are equal: later ones get a number. An empty name gets words. */
function uniqueNames(): (name: string) => string {
  const seen = new Set<string>();
  return (name) => {
    const own = name.trim() === '' ? '(no name)' : name;
    let unique = own;
    for (let number = 2; seen.has(unique); number++) unique = `${own} (${number})`;
    seen.add(unique);
    return unique;
  };
}

interface TestCase {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly seconds: number | null;
  readonly result: TestResult | null;
  /** More about a test case that passed; empty without any. */
  readonly output: string;
}

interface TestResult {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type: string | null;
  readonly message: string;
  /** Empty for one without more than its message. */
  readonly content: string;
}

function testCaseOf(entry: Entry, seconds: number | null, more: string | null): TestCase {
  const { caseView, slice } = entry;
  const name = slice ? `${caseView.name.raw} [${sliceName(slice, '=')}]` : caseView.name.raw;
  return {
    name: excerpt(name),
    file: caseView.at === null ? null : excerpt(caseView.at.file),
    line: caseView.at?.line ?? null,
    seconds: slice ? null : seconds,
    result: resultOf(entry, more),
    output: isUndecidedSlice(entry)
      ? `inconclusive, but it must only not fail: ${excerpt(reasonWords(entry).join('; '))}`
      : '',
  };
}

const skipped = {
  shown: 'shown, and judged by nothing',
  collected: 'collected: eva merge decides it',
} as const;

function resultOf(entry: Entry, more: string | null): TestResult | null {
  switch (entry.outcome) {
    case 'passed':
      return null;
    case 'shown':
    case 'collected':
      return { element: 'skipped', type: null, message: skipped[entry.outcome], content: '' };
    case 'unfinished':
      return { element: 'error', type: 'unfinished', ...textsOfEntry(entry, more) };
    default:
      return { element: 'failure', type: entry.outcome, ...textsOfEntry(entry, more) };
  }
}

/** The maximum length of a message, in code points. The content has all of it. */
const longestMessage = 500;

/** Returns the reason as a message, and the reason with the replies as content, which is all that GitLab shows. */
function textsOfEntry(entry: Entry, more: string | null): { readonly message: string; readonly content: string } {
  const start = entry.outcome === 'inconclusive' ? 'INCONCLUSIVE: ' : '';
  const reasons = reasonWords(entry).map((reason) => excerpt(oneLine(reason)));
  const own = [start + (reasons[0] ?? 'no claim was decided'), ...reasons.slice(1)];
  const missing = entry.outcome === 'unfinished' ? new Set(entry.caseView.missing.map(({ reason }) => reason.raw)) : [];
  const message = excerpt(own.join('; '), longestMessage);
  const room = mostBytes - bytesOf(escapeXml(message));
  const lines = fitting([...own, ...[...missing].map((reason) => excerpt(oneLine(reason)))], room);
  return { message, content: [...lines, ...detailLines(entry, room - sizeOf(lines), more)].join('\n') };
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + bytesOf(escapeXml(line)) + 1, 0);
}

function fitting(lines: readonly string[], bytes: number): readonly string[] {
  const end = lines.findIndex((_, at) => sizeOf(lines.slice(0, at + 1)) > bytes);
  return end === -1 ? lines : lines.slice(0, end);
}

/** Returns the replies of a case that fit into these bytes. A slice has none: its items are those of its case. */
function detailLines(entry: Entry, bytes: number, more: string | null): readonly string[] {
  const { caseView, slice, outcome } = entry;
  if (slice || outcome === 'unfinished') return [];
  const command = more === null ? '' : `: ${excerpt(more, longestMessage)}`;
  const { lines, omitted } = caseDetail(caseView, { escaped: escapeXml, bytes: bytes - sizeOf([command]) });
  return [...lines, ...(omitted > 0 && more !== null ? [moreText(omitted) + command] : [])];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a visible text for XML, in elements and in attributes. The characters that XML 1.0 lacks are visible codes before. */
function escapeXml(visible: string): string {
  return visible.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The values of attributes: visible texts and numbers. An attribute whose value is null is left out. */
type Attributes = Readonly<Record<string, string | number | null>>;

function startOf(name: string, attributes: Attributes): string {
  const own = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  return `<${name}${own.join('')}`;
}

function startTag(name: string, attributes: Attributes): string {
  return `${startOf(name, attributes)}>`;
}

export function element(name: string, attributes: Attributes, text = ''): string {
  const start = startOf(name, attributes);
  return text === '' ? `${start}/>` : `${start}>${escapeXml(text)}</${name}>`;
}

/** Renders an element around others, which are rendered already and indented by `depth`. */
export function around(name: string, attributes: Attributes, inside: readonly string[], depth: number): string {
  if (inside.length === 0) return element(name, attributes);
  const lines = inside.map((one) => `\n${'  '.repeat(depth)}${one}`);
  return `${startTag(name, attributes)}${lines.join('')}\n${'  '.repeat(depth - 1)}</${name}>`;
}
