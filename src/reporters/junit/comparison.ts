import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { explanation, flagTexts, headText } from '#report/pairs/headline.js';
import { outcomeOfStanding } from '#view/pairs/compare-view-of.js';
import { type ListedCase, listedCases } from '#view/pairs/listed-cases.js';
import type { ReportSurroundings } from '../report.js';
import { excerpt } from '../words/excerpt.js';
import { comparisonName, pairReasons } from '../words/pair-entries.js';
import type { TestCase, TestResult } from './test-case.js';
import { suiteText } from './test-suite.js';

/** Renders a comparison as a suite with a test case for each case: one that got worse fails, one without a decision is inconclusive. */
export function comparisonSuite(comparison: Comparison, surroundings: ReportSurroundings): string {
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
