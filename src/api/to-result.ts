import { byExpectation, type Case, modelUnderTest, onTimeoutOf, type Subject } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { Outlook } from '#model/run/outlook.js';
import { type CaseResult, outcomeOf, type RunPlan, type RunResult } from '#model/run/run.js';
import { type Score, scoresByTrial, type Trial, type Turn as TrialTurn } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';
import { worstValues } from '#report/run/scenario.js';
import { datasetView } from '#report/view/dataset-view-of.js';
import { shortfallsOf } from '#report/view/findings.js';
import { embeddingsOf, judgesOf, simulatedUsersOf } from '#run/plan/evidence.js';
import { datasetResult, withBudgetAdvice } from './result.js';
import {
  AssertionResult,
  Conversation,
  ExpectationResult,
  type ScenarioFacts,
  ScenarioTestResult,
  Turn,
} from './scenario-result.js';

type Spent = Pick<ScenarioFacts, 'usage' | 'cost_usd'>;

type Totals = Spent & Pick<ScenarioFacts, 'details' | 'run_id'> & Pick<EvaluationFacts, 'report'>;

/** The facts of an evaluation that its result in `.eva/runs` does not have. */
interface EvaluationFacts extends Pick<ScenarioFacts, 'run_id'> {
  /** Returns the totals of a scenario's replies, by its title. */
  readonly totalsOf: (title: string) => Spent;
  readonly warnings: readonly Problem[];
  /** The command that shows the run; null if runs are not saved. */
  readonly report: string | null;
}

/** The number of values to print for an expectation that did not pass. */
const mostWorst = 3;

export function resultsOf(
  { cases, outlooks }: RunPlan,
  result: RunResult,
  { run_id, report, totalsOf, warnings }: EvaluationFacts,
): readonly ScenarioTestResult[] {
  return withBudgetAdvice(result).cases.flatMap((each, index) => {
    const testCase = cases[index];
    if (!testCase) return [];
    const { usage, cost_usd } = totalsOf(testCase.name);
    const details = {
      started_at: result.ts,
      duration_s: result.duration_s,
      evidence: result.evidence,
      models: modelsOf(testCase),
      rubrics: rubricsOf(testCase),
      timeouts: onTimeoutOf(testCase),
      warnings,
    };
    const ownOutlooks = outlooks.filter((outlook) => outlook.case === testCase.name);
    return [toResult(testCase, each, ownOutlooks, { run_id, report, usage, cost_usd, details })];
  });
}

function modelsOf(testCase: Case): ScenarioFacts['details']['models'] {
  const [simulator] = simulatedUsersOf(testCase);
  const [embedding] = testCase.expectations.flatMap(({ grader }) => embeddingsOf(grader));
  const judges = judgesOf(testCase).map(({ model }) => model);
  return {
    user_simulator: simulator?.model ?? null,
    application: modelUnderTest(testCase.subject)?.model ?? null,
    judges: [...new Set(judges)].filter((model) => model !== embedding?.model),
    ...(embedding && { embedding: embedding.model }),
  };
}

function rubricsOf({ expectations }: Case): ScenarioFacts['details']['rubrics'] {
  return expectations.flatMap(({ grader }) => {
    if (grader.grader !== 'expected_behavior') return [];
    const { text, judge, rubric } = grader.params;
    return [{ behavior: text, scale: judge.scale, levels: rubric }];
  });
}

function toResult(
  testCase: Case,
  result: CaseResult,
  outlooks: readonly Outlook[],
  { report, ...totals }: Totals,
): ScenarioTestResult {
  const outcome = outcomeOf(result);
  const scores = scoresByTrial(result.scores);
  const facts: ScenarioFacts = {
    title: testCase.name,
    outcome: outcome === 'unknown' || outcome === 'shown' ? 'unfinished' : outcome,
    conversations: result.trials.map((trial) => toConversation(testCase, trial, scores.get(trial.index) ?? [])),
    dataset: datasetResult(result, testCase),
    sample_size: result.sample_size,
    stopped_at: result.stopped_at,
    seed: testCase.subject.kind === 'conversation' ? testCase.subject.seed : 0,
    ...totals,
  };
  const assertions =
    result.passed === null ? outlooks.map(undecided) : result.verdicts.map((verdict) => decided(verdict));
  const assertionsOf = byExpectation(testCase, assertions);
  const shortfalls = result.passed === false ? shortfallsOf(result, testCase) : [];
  const expectations = testCase.expectations.map((expectation, index) => {
    const { about, grader } = expectation;
    const expected_behavior = grader.grader === 'expected_behavior' ? grader.params.text : null;
    const worst = shortfalls.filter((shortfall) => shortfall.expectation === expectation);
    return new ExpectationResult(about, assertionsOf[index] ?? [], {
      expected_behavior,
      worst: worst.flatMap((shortfall) => worstValues(shortfall, mostWorst)),
    });
  });
  return new ScenarioTestResult(facts, expectations, { report, dataset: datasetView(result, testCase) });
}

function decided({ about: _about, outcome, p_value, ...details }: Verdict): AssertionResult {
  return new AssertionResult(outcome, p_value, details);
}

/** Makes the result of a criterion while conversations are missing. It has only the claim. */
function undecided({ criterion, claim, significance_level, n, needed_n }: Outlook): AssertionResult {
  const unknown = { estimate: null, interval: null, fail_p: null, used: null, failed: null, ungraded: null };
  const facts = { criterion, claim, significance_level, n, needed_n, reason: null, words: null };
  return new AssertionResult('unfinished', null, { ...facts, ...unknown });
}

/** Returns the latency of a response. It always exists, because a program uses no batches. */
function timed({ latency }: Trial['turns'][number]): number {
  if (latency === null) throw new Error('a response without a latency');
  return latency;
}

function toConversation({ expectations, subject }: Case, trial: Trial, scores: readonly Score[]): Conversation {
  const { index, turns, outcome, started_at, duration_s, conversation, origin } = trial;
  const labelledScores = scores.map((score) => ({ ...score, about: expectations[score.expectation]?.about ?? '' }));
  return new Conversation(
    turns.map((turn) => new Turn({ ...(isOwn(subject) ? withItsSource(turn) : turn), latency: timed(turn) })),
    {
      trial: index,
      ...(origin && { item: origin.item }),
      outcome,
      reason: trial.outcome === 'finished' ? null : trial.reason,
      style: conversation?.style ?? null,
      ended: conversation?.ended ?? 'broken_off',
      unanswered: conversation?.unanswered ?? null,
      started_at,
      duration_s,
      scores: labelledScores,
    },
  );
}

function isOwn(subject: Subject): boolean {
  return subject.kind === 'conversation' && subject.app.app !== 'model';
}

/** Sets the source of a response to `application` if it was made in this evaluation. */
function withItsSource(turn: TrialTurn): TrialTurn {
  const { details } = turn;
  return details['source'] === 'model' ? { ...turn, details: { ...details, source: 'application' } } : turn;
}
