import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import {
  assertions,
  BehavioralExpectation,
  EvaError,
  MetricExpectation,
  type ModelRequest,
  metrics,
  type RunEvent,
  ScenarioTest,
  SigmaEval,
  type SigmaEvalOptions,
  scriptedProvider,
} from 'eva-harness';
import { missingRubrics } from '#grade/rubric.js';
import { shellWord } from '#model/text/quoted.js';
import { readRun } from '#store/run/stored-runs.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';
import { scripted } from './scripted-people.js';

const scenario = ScenarioTest({
  title: 'Is quick',
  given: 'A user forgot the password.',
  when: 'The user asks for help.',
  sample_size: 14,
  then: [
    MetricExpectation({
      metric: metrics.per_conversation.turn_count,
      criteria: assertions.metrics.proportion_lte({ threshold: 2, proportion: 0.8 }),
    }),
  ],
});

function answer({ system, messages, tool }: ModelRequest) {
  const text = messages.map(({ content }) => content).join('\n');
  return scripted({ system, text, tool: tool?.name, fields: Object.keys(tool?.input_schema['properties'] ?? {}) });
}

/** Makes a fake model client that answers `most` times, and then ends the evaluation. */
function people(most = Number.POSITIVE_INFINITY) {
  const controller = new AbortController();
  const provider = scriptedProvider((request, call) => {
    if (call >= most) controller.abort(new Error('enough'));
    return answer(request);
  });
  return { provider, signal: controller.signal };
}

const bot = () => 'Open Settings, choose Security, press "Reset password" and follow the link in the mail.';
const sigma = (options: Partial<SigmaEvalOptions>) => new SigmaEval({ judge_model: 'judge', env: {}, ...options });

test('an evaluation resumes an aborted one of the same scenarios, and pays for no reply twice', async (t) => {
  const runs = tempLibrary(t, {});
  const whole = people();
  await sigma({ provider: whole.provider }).evaluate(scenario, bot);
  const first = people(9);
  const ended = sigma({ provider: first.provider, runs }).evaluate(scenario, bot, { signal: first.signal });
  await assert.rejects(ended, /enough/);
  const events: RunEvent[] = [];
  const second = people();
  const onEvent = (event: RunEvent) => void events.push(event);
  const result = await sigma({ provider: second.provider, runs }).evaluate(scenario, bot, { onEvent });
  assert.equal(result.passed, true);
  assert.equal(result.details.evidence.synthetic, true);
  const resumed = events.find((event) => event.event === 'run_resumed');
  assert.ok(resumed && resumed.replies > 0);
  assert.ok(second.provider.requests.length < whole.provider.requests.length);
  assert.equal(readdirSync(join(runs, '.eva/runs')).length, 1);
  const { result: kept } = readRun(runs);
  assert.deepEqual([kept.id, kept.state, kept.all_passed], ['scenarios', 'finished', true]);
});

test('finished evaluations, other scenarios, and evaluations with resume: false are not resumed', async (t) => {
  const runs = tempLibrary(t, {});
  const evaluate = async (options: Partial<SigmaEvalOptions> = {}, other = scenario) => {
    const { provider } = people();
    await sigma({ provider, runs, ...options }).evaluate(other, bot);
    return readdirSync(join(runs, '.eva/runs')).length;
  };
  assert.equal(await evaluate(), 1);
  assert.equal(await evaluate(), 2);
  const first = people(9);
  await assert.rejects(sigma({ provider: first.provider, runs }).evaluate(scenario, bot, { signal: first.signal }));
  assert.equal(await evaluate({}, ScenarioTest({ ...scenario, title: 'Is another' })), 4);
  assert.equal(await evaluate({ resume: false }), 5);
  assert.equal(await evaluate(), 5);
});

/** Ways to damage the folder of a run, and the code of the problem that each causes. */
const damages: Readonly<Record<string, readonly [string, (dir: string) => void]>> = {
  'the journal of another run': [
    'EVA_BAD_RUN',
    (dir) => {
      const path = join(dir, 'journal.jsonl');
      writeFileSync(path, readFileSync(path, 'utf8').replace(basename(dir), '20260101T000000Z-abcdef'));
    },
  ],
  'a journal that is a link': [
    'EVA_ODD_FILE',
    (dir) => {
      renameSync(join(dir, 'journal.jsonl'), join(dir, 'moved'));
      symlinkSync('moved', join(dir, 'journal.jsonl'));
    },
  ],
  'a journal that is a folder': [
    'EVA_ODD_FILE',
    (dir) => {
      rmSync(join(dir, 'journal.jsonl'));
      mkdirSync(join(dir, 'journal.jsonl'));
    },
  ],
  'a result that is a link': ['EVA_ODD_FILE', (dir) => symlinkSync('/dev/null', join(dir, 'result.json'))],
};

for (const [damage, [code, apply]] of Object.entries(damages)) {
  test(`a run with ${damage} is reported, and a new run begins`, async (t) => {
    const runs = tempLibrary(t, {});
    const first = people(9);
    await assert.rejects(sigma({ provider: first.provider, runs }).evaluate(scenario, bot, { signal: first.signal }));
    const [damaged = ''] = readdirSync(join(runs, '.eva/runs'));
    apply(join(runs, '.eva/runs', damaged));
    const codes: string[] = [];
    const onEvent = (event: RunEvent) => {
      if (event.event === 'run_not_resumed') codes.push(event.problem.code);
    };
    const result = await sigma({ provider: people().provider, runs }).evaluate(scenario, bot, { onEvent });
    assert.deepEqual([result.passed, codes], [true, [code]]);
    assert.notEqual(result.run_id, damaged);
    assert.equal(existsSync(join(runs, '.eva/runs', damaged, 'lock')), false);
  });
}

test('recorded replies are played without a call, and synthetic ones stay synthetic', async (t) => {
  const runs = tempLibrary(t, {});
  const { provider } = people();
  const recorded = await sigma({ provider, runs, record: true }).evaluate(scenario, bot);
  const silent = people(0);
  const replayed = await sigma({ provider: silent.provider, runs, replay: true }).evaluate(scenario, bot);
  assert.equal(silent.provider.requests.length, 0);
  assert.deepEqual([replayed.outcome, replayed.passed], [recorded.outcome, true]);
  const lines = readFileSync(join(runs, 'recordings.jsonl'), 'utf8').trim().split('\n');
  const sources = lines.map((line) => JSON.parse(line)).filter(({ model }) => model !== undefined);
  assert.ok(sources.length > 0 && sources.every(({ source }) => source === 'synthetic'));
});

test('the next evaluation uses cached replies', async (t) => {
  const cwd = tempLibrary(t, {});
  const [first, second] = [people(), people()];
  await sigma({ provider: first.provider, cwd, cache: true }).evaluate(scenario, bot);
  const result = await sigma({ provider: second.provider, cwd, cache: true }).evaluate(scenario, bot);
  assert.equal(second.provider.requests.length, 0);
  assert.equal(result.passed, true);
  assert.equal(existsSync(join(cwd, '.eva/runs')), false);
});

test('a finished evaluation appends its row; a budget leaves replies missing, and no row', async (t) => {
  const cwd = tempLibrary(t, {});
  const rows = 'rows.jsonl';
  const { provider } = people();
  const bounded = sigma({ provider, cwd, runs: true, rows, budget: { max_calls: 5 } });
  assert.equal((await bounded.evaluate(scenario, bot)).outcome, 'unfinished');
  const again = await bounded.evaluate(scenario, bot);
  assert.equal(again.outcome, 'unfinished');
  assert.ok(again.conversations.some(({ details }) => details.reason?.includes('"budget"')));
  assert.equal(provider.requests.length, 5);
  assert.equal(existsSync(join(cwd, rows)), false);
  const second = people();
  assert.equal(
    (await sigma({ provider: second.provider, cwd, runs: true, rows }).evaluate(scenario, bot)).passed,
    true,
  );
  const [row, ...others] = readFileSync(join(cwd, rows), 'utf8').trim().split('\n');
  assert.equal(others.length, 0);
  const { id, all_passed, run_id } = JSON.parse(row ?? '');
  assert.deepEqual([id, all_passed], ['scenarios', true]);
  assert.deepEqual(readdirSync(join(cwd, '.eva/runs')), [run_id]);
});

test('invalid options are refused together', () => {
  const options = { runs: false, record: true, replay: true, budget: { max_call: 3 }, resumes: true };
  assert.throws(
    () => sigma(options as unknown as Partial<SigmaEvalOptions>),
    (error: unknown) => {
      assert.ok(error instanceof EvaError);
      const codes = error.problems.map(({ code, at }) => [code, at?.property]);
      assert.deepEqual(codes, [
        ['EVA_WRONG_TYPE', 'runs'],
        ['EVA_UNKNOWN_KEY', 'resumes'],
        ['EVA_BAD_VALUE', 'record'],
      ]);
      return true;
    },
  );
  assert.throws(
    () => sigma({ budget: { max_calls: 0 } }),
    (error: unknown) => error instanceof EvaError && error.problems[0]?.at?.property === 'budget.max_calls',
  );
});

async function problemsOf(evaluation: Promise<unknown>) {
  const error = await evaluation.catch((one: unknown) => one);
  assert.ok(error instanceof EvaError, String(error));
  return error.problems;
}

test('a budget in dollars needs prices for the models of a custom client', async () => {
  const { provider } = people();
  const metered = { ...provider, synthetic: false };
  const budget = { max_cost_usd: 1 };
  const [problem] = await problemsOf(sigma({ provider: metered, budget }).evaluate(scenario, bot));
  assert.equal(problem?.code, 'EVA_NO_PRICE');
  assert.match(problem?.hint ?? '', /^set the option "prices" of SigmaEval, .*prices: \{ "judge": \{ input: USD/);
  assert.ok(!problem?.hint?.includes('eva.yml'));
  assert.equal(provider.requests.length, 0);
  const prices = { judge: { input: 0, output: 0 } };
  assert.equal((await sigma({ provider: metered, budget, prices }).evaluate(scenario, bot)).passed, true);
});

test('the folder of rows is created, and rows that cannot be written are refused before the first call', async (t) => {
  const cwd = tempLibrary(t, {});
  const rows = 'new/folder/rows.jsonl';
  await sigma({ provider: people().provider, cwd, rows }).evaluate(scenario, bot);
  assert.equal(readFileSync(join(cwd, rows), 'utf8').trim().split('\n').length, 1);
  const { provider } = people();
  writeFileSync(join(cwd, 'file'), '');
  mkdirSync(join(cwd, 'folder'));
  const below = await problemsOf(sigma({ provider, cwd, rows: 'file/rows.jsonl' }).evaluate(scenario, bot));
  assert.deepEqual([below[0]?.code, below[0]?.variant], ['EVA_DISK', 'rows']);
  assert.match(below[0]?.message ?? '', /file\/rows\.jsonl: a part of the path is not a directory$/);
  const inPlace = await problemsOf(sigma({ provider, cwd, rows: 'folder' }).evaluate(scenario, bot));
  assert.ok(inPlace.length > 0);
  assert.equal(provider.requests.length, 0);
});

test('a path with a NUL character is refused, by the name of its option', () => {
  for (const option of ['runs', 'rows', 'rubrics', 'cwd']) {
    assert.throws(
      () => sigma({ [option]: 'a\0b' }),
      (error: unknown) => {
        assert.ok(error instanceof EvaError, String(error));
        assert.deepEqual([error.problems[0]?.code, error.problems[0]?.at?.property], ['EVA_BAD_VALUE', option]);
        return true;
      },
    );
  }
});

test('a folder that cannot be made is refused before the first call', { skip: !existsSync('/proc') }, async (t) => {
  const cwd = tempLibrary(t, {});
  for (const options of [{ runs: '/proc/none/runs' }, { rows: '/proc/none/rows.jsonl' }]) {
    const { provider } = people();
    const [problem] = await problemsOf(sigma({ provider, cwd, ...options }).evaluate(scenario, bot));
    assert.equal(problem?.code, 'EVA_DISK');
    assert.equal(provider.requests.length, 0);
  }
});

test('the folder of runs is created', async (t) => {
  const cwd = tempLibrary(t, {});
  const { run_id } = await sigma({ provider: people().provider, cwd, runs: '.evaluations' }).evaluate(scenario, bot);
  assert.deepEqual(readdirSync(join(cwd, '.evaluations/.eva/runs')), [run_id]);
  assert.equal((await sigma({ provider: people().provider, cwd }).evaluate(scenario, bot)).run_id, null);
});

test('eva log, eva report and eva clean agree on the runs of a program, in a folder without prompts/', async (t) => {
  const runs = tempLibrary(t, {});
  const passed = await sigma({ provider: people().provider, runs }).evaluate(scenario, bot);
  const many = assertions.metrics.proportion_gte({ threshold: 9, proportion: 0.8 });
  const then = [MetricExpectation({ metric: metrics.per_conversation.turn_count, criteria: many })];
  const short = await sigma({ provider: people().provider, runs }).evaluate({ ...scenario, then }, bot);
  const spent = await sigma({ provider: people().provider, runs, budget: { max_calls: 5 } }).evaluate(scenario, bot);
  const eva = (...args: string[]) => runEva([...args, '--root', runs], { cwd: tempLibrary(t, {}) });
  const listed = JSON.parse((await eva('log', '--json')).stdout);
  assert.deepEqual(
    listed.map((one: Record<string, unknown>) => [one['run_id'], one['state'], one['all_passed'], one['resume']]),
    [
      [passed.run_id, 'finished', true, null],
      [short.run_id, 'finished', false, null],
      [spent.run_id, 'unfinished', null, null],
    ],
  );
  const log = (await eva('log')).stdout;
  const lines = log.split('\n').filter((line) => line.includes('Is quick'));
  assert.match(log, /1 can be continued: run the program again/);
  assert.deepEqual(
    lines.map((line) => line.trim().charAt(0)),
    ['✓', short.outcome === 'failed' ? '✗' : '~', '?'],
  );
  for (const [{ run_id }, exit] of [[passed, 0] as const, [short, 1] as const, [spent, 3] as const]) {
    const { stdout, exitCode } = await eva('report', run_id ?? '');
    assert.equal(exitCode, exit, stdout);
    assert.doesNotMatch(stdout, /eva eval|\.eval\.jsonl/, 'no prompt can be resumed, and there is no row');
  }
  const { kept } = JSON.parse((await eva('clean', '--json')).stdout);
  assert.deepEqual(
    kept.map(({ state }: { state: string }) => state),
    ['finished', 'finished', 'unfinished'],
  );
});

const judged = ScenarioTest({
  ...scenario,
  title: 'Is polite',
  then: [
    BehavioralExpectation({
      expected_behavior: 'The bot is polite.',
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.8 }),
    }),
  ],
});

test('eva report shows an evaluation that spent its budget after the rubrics were written, and the next one resumes it', async (t) => {
  for (const rubrics of [undefined, 'rubrics.yml']) {
    const cwd = tempLibrary(t, {});
    const options = { cwd, runs: true as const, ...(rubrics && { rubrics }) };
    const first = people();
    const spent = await sigma({ ...options, provider: first.provider, budget: { max_calls: 20 } }).evaluate(
      judged,
      bot,
    );
    assert.equal(spent.outcome, 'unfinished');
    const { plan } = readRun(cwd);
    assert.deepEqual(missingRubrics(plan.cases), []);
    assert.equal((await runEva(['report', '--root', cwd], { cwd })).exitCode, 3);
    const second = people();
    const done = await sigma({ ...options, provider: second.provider }).evaluate(judged, bot);
    assert.deepEqual([done.outcome, done.run_id], ['passed', spent.run_id]);
    assert.ok(second.provider.requests.every(({ tool }) => tool?.name !== 'rubric'));
    assert.equal((await runEva(['report', '--root', cwd], { cwd })).exitCode, 0);
  }
});

test('eva report says to run the program again if it was killed before it had a result', async (t) => {
  const runs = tempLibrary(t, {});
  const first = people(9);
  await assert.rejects(sigma({ provider: first.provider, runs }).evaluate(scenario, bot, { signal: first.signal }));
  const [run_id = ''] = readdirSync(join(runs, '.eva/runs'));
  const problemOf = (name?: string) => {
    try {
      return readRun(runs, name);
    } catch (error) {
      assert.ok(error instanceof EvaError, String(error));
      return error.problems[0];
    }
  };
  const problem = problemOf(run_id);
  assert.deepEqual(problem, {
    ...problem,
    variant: 'no_document',
  });
  const { stdout, stderr, exitCode } = await runEva(['report', run_id, '--root', runs], { cwd: runs });
  assert.equal(exitCode, 3);
  assert.doesNotMatch(stdout + stderr, /eva eval/);
});

test('the text of a result that did not pass names the command that shows its run, if runs are kept', async (t) => {
  const cwd = tempLibrary(t, {});
  const budget = { max_calls: 5 };
  for (const [runs, place] of [[true, cwd] as const, ['a folder', join(cwd, 'a folder')] as const]) {
    const spent = await sigma({ provider: people().provider, cwd, runs, budget }).evaluate(scenario, bot);
    const command = `eva report ${spent.run_id} --root ${shellWord(place)}`;
    assert.ok(String(spent).includes(command), String(spent));
    assert.throws(() => spent.assertPassed(), { message: String(spent) });
  }
  const kept = await sigma({ provider: people().provider, cwd, runs: true }).evaluate(scenario, bot);
  const unkept = await sigma({ provider: people().provider, cwd, budget }).evaluate(scenario, bot);
  for (const result of [kept, unkept]) assert.doesNotMatch(String(result), /eva report/);
});
