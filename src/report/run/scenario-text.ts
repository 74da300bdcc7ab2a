import { oneLine } from '#model/text/quoted.js';
import { visible, wrap } from '../text/visible.js';
import type { ScenarioOutcome } from './pretty.js';

const statuses: Readonly<Record<ScenarioOutcome, string>> = {
  passed: '✅ PASSED',
  failed: '❌ FAILED',
  inconclusive: '❔ INCONCLUSIVE',
  unfinished: '⚠️ UNFINISHED',
};

interface AssertionFacts {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly p_value: number | null;
  /** `reason`: what was found, in a sentence; null while conversations are missing. */
  readonly details: { readonly reason: string | null };
}

interface ExpectationFacts {
  readonly about: string;
  /** The behaviour in words, for which `about` may be a label; null for others. */
  readonly expected_behavior: string | null;
  readonly outcome: ScenarioOutcome;
  readonly assertion_results: readonly AssertionFacts[];
}

interface ScenarioFacts {
  readonly title: string;
  readonly outcome: ScenarioOutcome;
  readonly expectation_results: readonly ExpectationFacts[];
}

/** Renders an assertion: `[✅ PASSED] the mean turn_count is below 4, p-value: 0.0200`, and below it what was found. */
export function renderAssertion(assertion: AssertionFacts): string {
  return assertionLines(assertion, statuses[assertion.outcome], assertion.about).join('\n');
}

/** Renders an expectation: with one assertion as its line, else with a line for each. */
export function renderExpectation({ outcome, assertion_results, ...expectation }: ExpectationFacts): string {
  const about = nameOf(expectation);
  const [only, ...more] = assertion_results;
  if (only && more.length === 0) {
    const { reason } = only.details;
    return renderAssertion({ ...only, about, details: { reason: reason && `${only.about}: ${reason}` } });
  }
  const lines = assertion_results.flatMap((assertion) => {
    const [first = '', ...found] = assertionLines(
      assertion,
      statuses[assertion.outcome].split(' ')[0] ?? '',
      assertion.about,
    );
    return [`    - ${first}`, ...found.map((line) => `    ${line}`)];
  });
  return [`Expectation: '${named(about)}' -> ${statuses[outcome]}`, ...lines].join('\n');
}

/** Renders the head of a scenario and its expectations; the run below them has what was found. */
export function renderExpectations({ title, outcome, expectation_results }: ScenarioFacts): string {
  const passed = expectation_results.filter((expectation) => expectation.outcome === 'passed').length;
  const breakdown = expectation_results.map(({ assertion_results, ...expectation }) => {
    const lines = assertion_results.map((assertion) => ({ ...assertion, details: { reason: null } }));
    return `  - ${renderExpectation({ ...expectation, assertion_results: lines }).replaceAll('\n', '\n  ')}`;
  });
  return [
    `--- Result for Scenario: '${named(title)}' ---`,
    `Overall Status: ${statuses[outcome]}`,
    `Summary: ${passed}/${expectation_results.length} expectations passed.`,
    `\nBreakdown:\n${breakdown.join('\n\n')}`,
  ].join('\n');
}

function assertionLines(
  { p_value, details: { reason } }: AssertionFacts,
  status: string,
  about: string,
): readonly string[] {
  const p = p_value === null ? '' : `, p-value: ${p_value < 0.0001 ? '< 0.0001' : p_value.toFixed(4)}`;
  const found = reason === null ? [] : wrap(visible(oneLine(reason)), 94);
  return [`[${status}] ${named(about)}${p}`, ...found.map((line) => `    ${line}`)];
}

function nameOf({ about, expected_behavior }: Pick<ExpectationFacts, 'about' | 'expected_behavior'>): string {
  const isLabel = expected_behavior !== null && expected_behavior !== about;
  return (isLabel ? `${about}: ${expected_behavior}` : about).replace(/\.$/, '');
}

function named(about: string): string {
  return visible(oneLine(about));
}
