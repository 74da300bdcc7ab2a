import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import { defaultRunSettings, type RunPlan, type RunResult } from '#model/run/run.js';
import { renderDoctor } from '#report/commands/doctor.js';
import { gateWarnings, renderGates } from '#report/commands/gates.js';
import { prettyRecompute } from '#report/commands/recompute.js';
import { renderRubrics } from '#report/commands/rubrics.js';
import { renderTrust } from '#report/commands/trust.js';
import { fewTrialsNote } from '#report/plan/outlook-table.js';
import { planTable, prettyPlan } from '#report/plan/plan-text.js';
import { problemsMessage, renderProblems } from '#report/problems.js';
import { detailPieces } from '#report/run/detail.js';
import { groupTable } from '#report/run/group-table.js';
import { interruptedRuns } from '#report/run/interrupted.js';
import { prettyAmongSeveral, prettyOverview, prettyView, renderScenario } from '#report/run/pretty.js';
import { CommandProgress, warningLine } from '#report/run/progress.js';
import { plainPaint } from '#report/text/screen.js';
import { visible } from '#report/text/visible.js';
import { groupColumn, openColumn } from '#report/view/run-group.js';
import type { View } from '#report/view/view.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import { type HostileText, hostileTexts } from '../fixtures/hostile-texts.js';
import { hostileItems, wideView } from './dataset-sample.js';
import { rubric, sampleCase, sampleOutlook, sampleResult, sampleRun, sampleVerdict } from './run-sample.js';
import { sampleViews } from './sample-views.js';

function detailText(...args: Parameters<typeof detailPieces>): string {
  return [...detailPieces(...args)].join('');
}

const screen = { paint: plainPaint, width: 100 };

/** Matches characters and commands that a terminal or a CI service would interpret. */
const dangerous =
  /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u2800\u3164\uffa0]|^\s*::(?:error|set-output|add-mask|stop-commands)|##(?:\[|vso\[|teamcity\[)/imu;

/** Renders a result for a terminal. */
function shown(result: RunResult, cases: readonly Case[], ending: RunEnding): string {
  return prettyView(viewOf(result, { ...hostilePlan(result.id), cases }, ending), screen);
}

/** All renderers, with a hostile text in each place of an untrusted text. */
const renderers: Record<string, (text: string) => string> = {
  'a run': (text) => shown(hostileRun(text), [hostileCase(text)], { exitCode: 1, rowPath: text, notReady: text }),
  'a run of queries': (text) => {
    const finding = { about: 'should_match', holds: false, reason: text };
    const query = sampleResult(`should_match: ${text}`, false, [{ findings: [finding] }], 'trigger');
    const triggering = { should_match: { hits: 0, total: 1 }, should_not_match: { false_alarms: 0, total: 0 } };
    return shown(sampleRun([query], { triggering }), [queryCase(text)], { exitCode: 1, rowPath: null });
  },
  'an unfinished run': (text) => {
    const missing = sampleResult(text, null, [{ findings: [], outcome: { outcome: 'missing', reason: text } }]);
    return shown(sampleRun([missing]), [], {
      exitCode: 3,
      rowPath: null,
      continuation: { needs: 'nothing', keepsReplies: false, command: text },
    });
  },
  'a data set': (text) => {
    const view = wideView(Array.from({ length: 3 }, (_, i) => `${text}${i}`));
    return prettyView(view, screen) + prettyOverview(view, { ...screen, columns: 200 });
  },
  'items of a data set': (text) => {
    const view = hostileItems(text);
    const selection = () => ({ selected: 1, of: 2, slices: [text], failed: true, flaky: false, draws: 1 });
    const of = ({ groups }: View['cases'][number]) => groups.map((group) => [group]);
    const details = [true, false].map((full) =>
      detailText(
        view,
        { cases: view.cases, onlyFailing: false, full, items: { isSelection: full, selection, of } },
        screen,
      ),
    );
    return prettyView(view, screen) + details.join('');
  },
  'verdicts of tests': (text) => {
    const verdicts = (['failed', 'inconclusive'] as const).map((outcome) => sampleVerdict(text, outcome, text, text));
    const run = sampleRun([{ ...hostileFailure(text), verdicts, sample_size: 9, stopped_at: 2 }]);
    return shown(run, [], { exitCode: 1, rowPath: null });
  },
  'a run of conversations': (text) => {
    const style = { proficiency: text, tone: text, verbosity: text, formality: text };
    const tool_calls = [
      { name: text, arguments: { [text]: text }, result: text },
      { name: text, arguments: { unreadable: text } },
    ];
    const steps = [{ name: text, input: text, output: { [text]: text } }];
    const turn = { user_message: text, app_response: text, latency: 1, details: {}, tool_calls, steps };
    const own = { ...hostileFailure(text), kind: 'conversation', name: text } as const;
    const trials = own.trials.map((trial) => ({
      ...trial,
      turns: [turn],
      conversation: { style, ended: 'gave_up' } as const,
    }));
    const finding = { about: 'behavior', holds: false, reason: text, score: 2 };
    const scores = [
      { expectation: 0, trial: 0, value: 2, findings: [finding] },
      { expectation: 0, trial: 1, value: null, why: 'ungraded', reason: text, findings: [] },
    ] as const;
    const result = { ...own, trials, scores, verdicts: [sampleVerdict(text, 'failed', text, text)] };
    return shown(sampleRun([result]), [hostileTalk(text)], { exitCode: 1, rowPath: null });
  },
  'messages, pieces and counted checks': (text) => {
    const file = { path: text, media_type: 'image/png', sha256: text, bytes: 1 } as const;
    const messages = (['system', 'user', 'assistant'] as const).map((role) => ({ role, content: text }));
    const parts = [{ text }, { file }];
    const turn = { user_message: text, app_response: text, latency: 1, details: {} };
    const counted = { least: 1, checks: [{ about: text, holds: false, reason: text }] };
    const own = hostileFailure(text);
    const scores = own.scores.map((score) => ({
      ...score,
      extracted: text,
      findings: score.findings.map((finding) => ({ ...finding, extracted: text, counted })),
    }));
    const trials = own.trials.map((trial) => ({
      ...trial,
      turns: [{ ...turn, messages: [...messages, { role: 'user' as const, content: text, parts }] }],
    }));
    const view = viewOf(
      sampleRun([{ ...own, trials, scores }]),
      { ...hostilePlan(text), cases: [hostileCase(text)] },
      { exitCode: 1, rowPath: null },
    );
    const shown = { cases: view.cases, onlyFailing: false, explains: true };
    return [true, false].map((full) => detailText(view, { ...shown, full }, screen)).join('');
  },
  'variants of a prompt': (text) => {
    const plan = { ...hostilePlan(text), variant: { variant: text, group: text } };
    const run = hostileRun(text);
    const view = viewOf(run, plan, { exitCode: 1, rowPath: null });
    const ending = { exitCode: 1, resume: text, report: text };
    const columns = [groupColumn(plan, run), openColumn({ ...plan, id: `${text}!` })];
    return prettyView(view, screen) + groupTable(columns, ending, screen);
  },
  'a sum of many trials': (text) => {
    const findings = [{ about: text, holds: false, reason: text }];
    const trials = Array.from({ length: 9 }, () => ({ findings }));
    return shown(sampleRun([sampleResult(text, false, trials)]), [], { exitCode: 1, rowPath: null });
  },
  'a plan': (text) => {
    const cost = {
      at_most_usd: null,
      about_usd: null,
      without_price: [text],
      asked_by_programs: [],
      unbounded_apps: [text],
    };
    const calls = { subject: 1, user: 1, judge: 1, trigger: 0, rubric: 1, embedding: 0 };
    return prettyPlan({ plan: hostilePlan(text), cost, calls }, screen);
  },
  'a plan of conversations': (text) => {
    const cost = {
      at_most_usd: null,
      about_usd: null,
      without_price: [],
      asked_by_programs: [],
      unbounded_apps: [text],
    };
    const calls = { subject: 1, user: 1, judge: 1, trigger: 0, rubric: 1, embedding: 0 };
    return prettyPlan({ plan: { ...hostilePlan(text), cases: [hostileTalk(text)] }, cost, calls }, screen);
  },
  'the table of a plan': (text) => {
    const calls = { subject: 1, user: 1, judge: 1, trigger: 0, rubric: 1, embedding: 0 };
    const plan = hostilePlan(text);
    return (
      planTable({ plan, cost: null, calls }, screen) + planTable({ plan, cost: null, calls }, { ...screen, width: 40 })
    );
  },
  'what is said before a run': (text) => fewTrialsNote(hostilePlan(text), screen),
  'a recomputed verdict': (text) => {
    const stored = sampleVerdict(text, 'passed', text);
    const recomputed = sampleVerdict(text, 'failed', `${text}!`);
    const differences = [{ case: text, about: text, criterion: text, stored, recomputed }];
    return prettyRecompute({ id: text, run_id: text, total: 1, differences, contradictions: [text] }, screen);
  },
  problems: (text) => renderProblems([hostileProblem(text), { ...hostileProblem(text), at: { file: text } }], screen),
  'the message of an error': (text) =>
    problemsMessage([hostileProblem(text), { ...hostileProblem(text), at: { file: text } }], screen),
  doctor: (text) => renderDoctor({ prompts: [{ id: text, problems: [hostileProblem(text)] }], library: [] }, screen),
  gates: (text) => renderGates(hostilePromotion(text), screen),
  'gate warnings': (text) => gateWarnings(hostilePromotion(text).gates, screen),
  trust: (text) => renderTrust([hostileProgram(text), hostileServer(text)], screen),
  'a progress line': (text) => {
    const trial = { case: text, index: 0, turns: [], started_at: '', duration_s: 1, outcome: 'finished' } as const;
    const progress = new CommandProgress([text, 'other'].map((name) => ({ name, prompt: name, planned: 2 })));
    progress.take(0, { event: 'run_started', run_id: text, plan: hostilePlan(text) }, 0);
    progress.take(0, { event: 'trial_finished', trial, done: 1, planned: 2, missing: 0 }, 0);
    progress.silent(
      {
        ...{ provider: text, ms: 9, waiting: 1, nextInMs: null },
        failure: { kind: 'network', status: undefined, message: text },
      },
      0,
    );
    const lines = [screen.width, 40].flatMap((width) => progress.lines(1, { ...screen, width }));
    return [...lines, progress.totalLine(1), progress.settledLine(0, hostileFailure(text), screen)].join(' ');
  },
  'a decided case': (text) => new CommandProgress([]).settledLine(0, hostileFailure(text), screen),
  'an interrupted run': (text) => {
    const settled = [{ name: text, outcome: 'failed' }] as const;
    const known = { id: text, settled, open: 1, done: 1, missing: 0, planned: 2, cost_usd: null, isAttempt: true };
    return interruptedRuns([known], { replies: 1, batches: 0, resume: `eva eval ${text}` }, screen);
  },
  rubrics: (text) => {
    const at = { file: text, line: 1 };
    const one = { text, scale: { min: 1, max: 2 }, cases: [text], at, written_by: text } as const;
    const written = { ...one, source: 'frozen', levels: { 1: text, 2: text } } as const;
    const behaviors = [written, { ...one, source: 'unwritten', levels: null } as const];
    return renderRubrics({ id: text, behaviors, unused: [{ text, at }] }, screen);
  },
  "a scenario's result": (text) => {
    const plan = { ...hostilePlan(text), cases: [hostileCase(text)] };
    return renderScenario(viewOf(hostileRun(text), plan, { exitCode: 1, rowPath: null }), 'eva report');
  },
  'a warning': (text) => warningLine(text, screen),
};

const evidence = { prompt: '', cases: '', judge: '', models: '' };

function hostilePlan(text: string): RunPlan {
  const plan = { body: text, evidence, partial: false, calls: 1, cases: [hostileCase(text)] };
  return {
    ...plan,
    id: text,
    outlooks: [hostileOutlook(text), { ...hostileOutlook(text), about: `${text}!` }],
    manner: defaultRunSettings,
  };
}

function hostileOutlook(text: string) {
  const power = { at: 0.9, value: 0.5, truth: text };
  return sampleOutlook(text, { about: text, claim: text, test: text, power });
}

function hostileCase(text: string): Case {
  const one = sampleCase(text, 1);
  return { ...one, at: { file: text, line: 1 } };
}

/** Returns a case for a triggering query. */
function queryCase(text: string): Case {
  const settings = { model: text, timeout_s: 1, max_tokens: 1 };
  const routing = { description: text, when_to_use: text, when_not_to_use: text } as never;
  return {
    ...sampleCase(`should_match: ${text}`, 1),
    subject: { kind: 'trigger', query: text, should_match: true, routing, settings },
    expectations: [{ about: text, grader: { grader: 'trigger', params: {} }, criteria: [] }],
  };
}

/** Returns a scenario with an expected behaviour. */
function hostileTalk(text: string): Case {
  const settings = { model: text, timeout_s: 1, max_tokens: 1 };
  const judge = { ...settings, scale: { min: 1, max: 10 }, votes: 1 };
  const app = { app: 'command', argv: [text, text], env: [text], timeout_s: 1 } as const;
  const grader = { grader: 'expected_behavior', params: { text, judge, rubric: null } } as const;
  return {
    ...hostileCase(text),
    subject: {
      ...{ kind: 'conversation', given: text, when: text, inputs: {}, max_turns: 2, app, user_simulator: settings },
      ...{ writing_style: null, seed: 0 },
    },
    expectations: [{ about: text, grader, criteria: [{ criterion: 'median_gte', params: { threshold: 8 } }] }],
  };
}

function hostileFailure(text: string) {
  const excerpt = { text, line: 1, mark: { start: 0, end: text.length } };
  return sampleResult(text, false, [
    { findings: [{ about: text, holds: false, reason: text, excerpt }, rubric(1, text)] },
    { findings: [{ about: text, holds: null, reason: text, judge_reply: text }] },
    { findings: [], outcome: { outcome: 'failed', reason: text } },
  ]);
}

function hostileRun(text: string) {
  return sampleRun([hostileFailure(text)], { id: text, run_id: text });
}

function hostileProblem(text: string): Problem {
  const at = { file: text, line: 1, column: 1, length: text.length, source: text };
  return { severity: 'error', code: text, message: text, hint: text, at };
}

function hostilePromotion(text: string) {
  const gates = [{ gate: text, met: false, message: text, remedy: text }];
  return { id: text, from: text, to: text, gates, promoted: false, forced: false };
}

function hostileProgram(text: string) {
  const files = [{ path: text, sha256: text }];
  return { kind: text, name: text, argv: [text, text], env: [text], cwd: text, files, trusted: false };
}

function hostileServer(text: string) {
  return { kind: 'base_url', name: text, url: text, api_key_env: text, cwd: text, files: [], trusted: false };
}

function assertHarmless(render: (text: string) => string, { name, text }: HostileText): void {
  const output = render(text);
  const found = dangerous.exec(output);
  assert.equal(found, null, `${name}: ${JSON.stringify(found?.[0])} in ${JSON.stringify(output)}`);
  // In commands to copy, a shell quotes ' as '\\''.
  const inWords = visible(text).replaceAll('\\n', '').replace(/\s+/g, '');
  const shownWithoutBreaks = output.replace(/\s+/g, '').replaceAll('\\n', '').replaceAll("'\\''", "'");
  assert.ok(shownWithoutBreaks.includes(inWords) || output.includes('…'), `${name} is shown nowhere: ${output}`);
}

for (const [name, render] of Object.entries(renderers)) {
  test(`${name} is harmless to a terminal and to CI logs`, () => {
    for (const hostile of hostileTexts) assertHarmless(render, hostile);
  });
}

/** Returns a copy in which every string below one of these keys is hostile, and all others with `isListed` false. */
function filled<T>(value: T, text: string, keys: ReadonlySet<string>, isListed: boolean): T {
  const copy = JSON.stringify(value, (key, own) => {
    const isFree = keys.has(key) === isListed;
    if (Array.isArray(own)) return isFree ? own.map((item) => (typeof item === 'string' ? text : item)) : own;
    return typeof own === 'string' && isFree && !/^\d+$/.test(key) ? text : own;
  });
  return JSON.parse(copy);
}

/** The keys of a view whose values come from files and models. */
const freeKeys = new Set(['raw', 'file', 'source', 'criterion', 'key', 'digest']);

for (const name of Object.keys(sampleViews).filter((one) => one !== '500 cases')) {
  test(`no string of a view is printed raw: ${name}`, () => {
    for (const { name: what, text } of hostileTexts) {
      const view = filled(sampleViews[name]?.() as View, text, freeKeys, true);
      for (const columns of [40, 100, 200]) {
        const wide = { ...screen, columns };
        const details = [true, false].map((full) =>
          detailText(view, { cases: view.cases, onlyFailing: !full, full }, wide),
        );
        const output = [prettyView, prettyOverview, prettyAmongSeveral].map((render) => render(view, wide));
        assert.equal(dangerous.exec([...details, ...output].join('\n')), null, `${what} in ${columns} columns`);
      }
    }
  });
}

/** The keys of a plan whose values are words of eva. */
const fixedKeys = new Set(['kind', 'app', 'grader', 'scope', 'timeouts', 'metric', 'op', 'criterion']);

for (const caseOf of [hostileCase, hostileTalk, queryCase]) {
  test(`no string of a plan is printed raw: ${caseOf.name}`, () => {
    for (const { name: what, text } of hostileTexts) {
      const plan = filled({ ...hostilePlan(text), cases: [caseOf(text)] }, text, fixedKeys, false);
      const cost = {
        ...{ at_most_usd: null, about_usd: null },
        ...{ without_price: [text], asked_by_programs: [`${text}!`], unbounded_apps: [text] },
      };
      const counted = { plan, cost, calls: { subject: 1, user: 1, judge: 1, trigger: 0, rubric: 1, embedding: 0 } };
      const progress = new CommandProgress([{ name: text, prompt: text, planned: 1 }]);
      progress.take(0, { event: 'run_started', run_id: text, plan }, 0);
      const output = [40, 100].flatMap((width) => [
        ...[planTable, prettyPlan].map((render) => render(counted, { ...screen, width })),
        fewTrialsNote(plan, { ...screen, width }),
        progress.startLine(),
      ]);
      assert.equal(dangerous.exec(output.join('\n')), null, what);
    }
  });
}

test('the test of escaping notices a raw text', () => {
  for (const hostile of hostileTexts.filter(({ text }) => dangerous.test(text))) {
    assert.throws(() => assertHarmless((text) => text, hostile), hostile.name);
  }
});

test('a line break in a text cannot begin a line that looks like one of eva', () => {
  for (const start of ['ok', 'x'.repeat(90)]) {
    const text = `${start}\n✓forged-case\nexit0:all-passed`;
    for (const [name, render] of Object.entries(renderers)) {
      assert.doesNotMatch(render(text), /^ {0,4}(✓forged|exit0)/m, name);
    }
  }
});
