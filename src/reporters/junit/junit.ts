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
import { type Property, suiteText, uniqueNames } from './test-suite.js';
import { startTag } from './xml.js';

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
