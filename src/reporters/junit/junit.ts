import type { Comparison } from '#model/pairs/comparison.js';
import type { CaseResult } from '#model/run/run.js';
import { oneLine } from '#model/text/quoted.js';
import { explanation, flagTexts, headText } from '#report/pairs/headline.js';
import { textsOf } from '#view/facts.js';
import { outcomeOfStanding } from '#view/pairs/compare-view-of.js';
import { type ListedCase, listedCases } from '#view/pairs/listed-cases.js';
import type { RunLine } from '#view/runs/runs-view.js';
import type { View } from '#view/view.js';
import type { ReportedRun, Reporter, ReportSurroundings, RunsReport } from '../report.js';
import { entriesOf } from '../words/entries.js';
import { excerpt } from '../words/excerpt.js';
import { comparisonName, pairReasons } from '../words/pair-entries.js';
import { costText, limitsOf, runName, secondsOf, verdictText } from '../words/run-words.js';
import { walkRuns } from '../words/walk-runs.js';
import { type TestCase, type TestResult, testCaseOf } from './test-case.js';
import { type Attributes, around, element, startTag } from './xml.js';

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
  const cases = entriesOf(view.cases).map((entry) =>
    testCaseOf(entry, seconds.get(entry.caseView.name.raw) ?? null, more),
  );
  if (cases.length === 0) return [{ ...wholeRun(line), result: emptyRun(view) }];
  const isRed = cases.some(({ result: own }) => own !== null && own.element !== 'skipped');
  return line.outcome === 'unfinished' && !isRed ? [...cases, wholeRun(line)] : cases;
}

function secondsOfCase({ trials }: CaseResult): number {
  return Number(trials.reduce((sum, { duration_s }) => sum + duration_s, 0).toFixed(3));
}

/** Returns a test case for a run that ended before a case of it could be blamed. */
function wholeRun({ reason }: RunLine): TestCase {
  const message = excerpt(reason?.raw ?? 'the run has no result');
  const result = { element: 'error', type: 'unfinished', message, content: message } as const;
  return { name: 'the whole run', file: null, line: null, seconds: null, output: '', result };
}

function emptyRun(view: View): TestCase['result'] {
  if (view.exit_code === 0) return null;
  const message = excerpt(verdictText(view));
  return { element: 'failure', type: 'failed', message, content: message };
}

function propertiesOf(line: RunLine, run: ReportedRun | null): readonly Property[] {
  const cost = costText(line);
  return [
    ...(line.run_id === null ? [] : [{ name: 'run', value: line.run_id.raw }]),
    ...(run ? [{ name: 'verdict', value: verdictText(run.view) }] : []),
    ...(run
      ? (['variant', 'model'] as const).flatMap((name) => textsOf(run.view, name).map((value) => ({ name, value })))
      : []),
    ...(cost === null ? [] : [{ name: 'cost', value: cost }]),
    ...line.flags.map((flag) => ({ name: flag, value: 'true' })),
    ...(run ? limitsOf(run.view).map((value) => ({ name: 'note', value })) : []),
  ];
}

/** Renders a comparison as a suite with a test case for each case: one that got worse fails, one without a decision is inconclusive. */
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
        { name: 'verdict', value: headText(comparison) },
        ...(isOpen ? [] : [{ name: 'why', value: explanation(comparison, listed) }]),
        ...flagTexts(comparison).map((value) => ({ name: 'note', value })),
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
    result: resultOf(outcomeOfStanding[one.standing], reasons),
  };
}

function resultOf(outcome: (typeof outcomeOfStanding)[keyof typeof outcomeOfStanding], reasons: readonly string[]) {
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
  /** Words that its name ends in, such as `partial`. */
  readonly flags: readonly string[];
  readonly seconds: number | null;
  /** ISO 8601; null if it is not known. */
  readonly timestamp: string | null;
  readonly properties: readonly Property[];
  readonly cases: readonly TestCase[];
}

/** A property with an untrusted value. */
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
