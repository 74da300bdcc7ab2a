import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProgressEvent } from '#model/run/notice.js';
import { planTable, prettyPlan } from '#report/plan/plan-text.js';
import { prettyView } from '#report/run/pretty.js';
import { CommandProgress } from '#report/run/progress.js';
import { plainPaint } from '#report/text/screen.js';
import { viewOf } from '#report/view/view-of.js';
import { planOf } from '../support/run-files.js';
import { held, sampleCase, sampleOutlook, sampleResult, sampleRun } from './run-sample.js';

const screen = { paint: plainPaint, width: 100 };

function setUp(count: number) {
  const names = Array.from({ length: count }, (_, at) => `case ${at}`);
  const power = { at: 0.9, value: 0.8, truth: 'the true rate is 90%' };
  const cases = names.map((name, at) => ({ ...sampleCase(name, at + 1), expected: 0.9 }));
  const plan = planOf({ cases, outlooks: names.map((name) => sampleOutlook(name, { power })) });
  return { plan, results: names.map((name) => sampleResult(name, true, [{ findings: [held] }])) };
}

type Many = ReturnType<typeof setUp>;

/** The renderings of a run, from its plan to its end. */
const told: Readonly<Record<string, (many: Many) => unknown>> = {
  'the plan': ({ plan }) =>
    prettyPlan(
      { plan, cost: null, calls: { subject: 0, user: 0, judge: 0, trigger: 0, rubric: 0, embedding: 0 } },
      screen,
    ),
  'the table of the plan': ({ plan }) =>
    planTable(
      { plan, cost: null, calls: { subject: 0, user: 0, judge: 0, trigger: 0, rubric: 0, embedding: 0 } },
      screen,
    ),
  'the progress': ({ plan, results }) => {
    const started: ProgressEvent = { event: 'run_started', run_id: 'r', plan };
    const progress = new CommandProgress([{ name: 'a', prompt: 'a', planned: results.length }]);
    progress.take(0, started, 0);
    for (const result of results) {
      progress.take(0, { event: 'case_decided', result }, 1);
      progress.settledLine(0, result, screen);
    }
    progress.lines(2, screen);
  },
  'the progress of a run each': ({ plan, results }) => {
    const titles = results.map(({ name }) => ({ name, prompt: name, planned: 1 }));
    const progress = new CommandProgress(titles, { inFlight: () => 20 });
    for (const [at, result] of results.entries()) {
      const cases = plan.cases.slice(at, at + 1);
      progress.take(at, { event: 'run_started', run_id: 'r', plan: { ...plan, cases, outlooks: [] } }, at);
      const trial = { case: result.name, index: 0, turns: [], started_at: '', duration_s: 1 };
      const ended = { ...trial, outcome: 'finished' } as const;
      progress.take(at, { event: 'trial_finished', trial: ended, done: 1, missing: 0, planned: 1 }, at);
      progress.lines(at, screen);
      if (at < 20) continue;
      progress.settledLine(at, result, screen);
      progress.take(at, { event: 'case_decided', result }, at);
      progress.end(at, true);
    }
  },
  'the result': ({ plan, results }) =>
    prettyView(viewOf(sampleRun(results), plan, { exitCode: 0, rowPath: null }), screen),
};

for (const [what, tell] of Object.entries(told)) {
  test(`${what} of 12,000 cases takes about eight times the CPU of 1,500, and not sixty-four times`, () => {
    const [few, many] = [setUp(1_500), setUp(12_000)];
    const cpuOf = (cases: Many) => {
      const before = process.cpuUsage();
      tell(cases);
      return process.cpuUsage(before).user;
    };
    tell(setUp(1_500)); // compiled by then
    const [short, long] = [Math.min(cpuOf(few), cpuOf(few)), Math.min(cpuOf(many), cpuOf(many))];
    assert.ok(long < 25 * short, `${short / 1000} ms and ${long / 1000} ms`);
  });
}
