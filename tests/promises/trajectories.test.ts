import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { gradeTrial } from '#grade/index.js';
import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import type { AppFunction } from '#subject/app/app-function.js';
import { runTrial } from '#subject/run-trial.js';
import { alive } from '../support/alive.js';
import { startConversationApi } from '../support/conversation-api.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { runEva } from '../support/run-eva.js';
import { scenarioLibrary } from '../support/scenario-library.js';
import { functionApp, goalMet, inOrder, move, talkDeps, talkWith } from '../support/talk.js';
import { agentChecks, type Trajectory, trajectories } from './agents.js';
import { newestRun, resultIn } from './dataset/ticket-library.js';

/** The name of a script that no other process has in its command line. */
const script = `agent-${process.pid}.cjs`;

/** A program that plays a trajectory, notes each turn, and waits in turn 2 as long as there is a file `hold`. */
const agent = `const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const turns = JSON.parse(readFileSync('trajectories.json', 'utf8'))[Number(process.argv[2])];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { messages } = JSON.parse(line);
  const turn = (messages.length - 1) / 2;
  appendFileSync('asked', process.argv[2] + '.' + turn + '\\n');
  const answer = () => {
    if (turn === 1 && existsSync('hold')) return void setTimeout(answer, 10);
    process.stdout.write(JSON.stringify(turns[turn]) + '\\n');
  };
  answer();
});
`;

/** Makes a library with one scenario for each trajectory, each asked once. */
function agentLibrary(t: TestContext): string {
  const then = [{ assert: agentChecks, criteria: { proportion_gte: { proportion: 0.5 } } }];
  const scenarios = trajectories.map(({ title }, index) => ({
    title,
    given: 'A customer of {{product}} wants order 7 refunded.',
    when: 'They ask for it.',
    inputs: { product: 'Acme' },
    sample_size: 1,
    max_turns: 3,
    app: { command: [process.execPath, script, String(index)] },
    user_simulator: { model: 'claude-opus-4-7' },
    then,
  }));
  return scenarioLibrary(
    t,
    {},
    {
      'prompts/bot/eval.yml': JSON.stringify({ scenarios }),
      [`prompts/bot/${script}`]: agent,
      'prompts/bot/trajectories.json': JSON.stringify(trajectories.map(({ turns }) => turns)),
    },
  );
}

/** Returns the value of a trial, and the reason of its first finding that does not hold or of its failure. */
function outcomeOf({ value, findings, ...score }: Score): Pick<Trajectory, 'value' | 'reason'> {
  const bad = findings.find(({ holds }) => holds !== true);
  const failure = 'why' in score && score.why === 'failed' ? score.reason : undefined;
  return { value: value as Trajectory['value'], reason: failure ?? bad?.reason ?? null };
}

function expected({ value, reason }: Trajectory): Pick<Trajectory, 'value' | 'reason'> {
  return { value, reason };
}

function outcomesIn(root: string): readonly (Pick<Trajectory, 'value' | 'reason'> | undefined)[] {
  const { cases } = resultIn(newestRun(root));
  return cases.map(({ scores: [score] }: CaseResult) => score && outcomeOf(score));
}

function askedIn(root: string): readonly string[] {
  return readFileSync(join(root, 'prompts/bot/asked'), 'utf8').trimEnd().split('\n').sort();
}

const command = ['eval', 'bot', '--trust', '--allow-underpowered'];
/** Each turn of each trajectory, once. */
const eachTurn = trajectories.flatMap((_one, index) => [`${index}.0`, `${index}.1`]).sort();

test('ten trajectories of a program are judged right, kept, and judged again from a recording without it', async (t) => {
  const root = agentLibrary(t);
  const { env } = await startConversationApi(t);
  const first = await runEva([...command, '--record'], { cwd: root, env });
  assert.equal(first.exitCode, 1, first.stderr);
  assert.deepEqual(outcomesIn(root), trajectories.map(expected));
  assert.deepEqual(askedIn(root), eachTurn);
  const { cases } = resultIn(newestRun(root));
  assert.deepEqual(
    cases[0]?.trials[0]?.turns.map(({ tool_calls, steps }) => ({ tool_calls, steps })),
    trajectories[0]?.turns.map(({ tool_calls, steps }) => ({ tool_calls, steps })),
  );

  const replayed = await runEva([...command, '--replay'], { cwd: root });
  assert.equal(replayed.exitCode, 1, replayed.stderr);
  assert.deepEqual(outcomesIn(root), trajectories.map(expected));
  assert.deepEqual(askedIn(root), eachTurn, 'the recording answers for the program');

  const shown = await runEva(['report', '--case', 'refunds another order', '--full'], { cwd: root });
  assert.match(shown.stdout, /call {4}refund {"order":9} → done/);
  assert.match(shown.stdout, /step {4}plan, 100 ms: → \["search","refund"\]/);
});

test('a run that is killed in the second turns is resumed with the calls of the first', {
  timeout: 120_000,
}, async (t) => {
  const root = agentLibrary(t);
  const { env, server } = await startConversationApi(t);
  const hold = join(root, 'prompts/bot/hold');
  const asked = join(root, 'prompts/bot/asked');
  writeFileSync(hold, '');
  appendFileSync(asked, '');
  const eva = startEva(command, root, server.url);
  await until(() => readFileSync(asked, 'utf8').includes('.1\n'), eva);
  const { exitCode } = await eva.end('SIGKILL');
  assert.equal(exitCode, null);
  rmSync(hold);
  // A program that was just started notes its first turn after eva is gone.
  while (alive(script).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const answered = new Set(keptTurns(root));
  assert.ok(answered.size > 0, 'a first turn was kept');

  writeFileSync(asked, '');
  const resumed = await runEva([...command, '--resume'], { cwd: root, env });
  assert.equal(resumed.exitCode, 1, resumed.stderr);
  assert.deepEqual(outcomesIn(root), trajectories.map(expected));
  assert.deepEqual(
    askedIn(root),
    eachTurn.filter((turn) => !answered.has(turn)),
  );
});

/** Returns the turns whose replies are in the journal of the newest run. */
function keptTurns(root: string): readonly string[] {
  const journal = join(newestRun(root), 'journal.jsonl');
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'));
  return lines.flatMap((line) => {
    const { role, draw, case: name } = JSON.parse(line);
    return role === 'subject' ? [`${trajectories.findIndex(({ title }) => title === name)}.${draw.turn}`] : [];
  });
}

for (const trajectory of trajectories) {
  test(`the trajectory of a function that ${trajectory.title} is judged as that of a program`, async () => {
    const app = ((messages) => trajectory.turns[(messages.length - 1) / 2]) as AppFunction;
    const user = inOrder([move('I want a refund of order 7.'), move('And now?'), goalMet]);
    const { deps } = talkDeps(user, { app });
    const checks = agentChecks.flatMap((one) =>
      Object.entries(one).map(([op, value]) => ({ op, value: value as JsonValue })),
    );
    const testCase: Case = {
      ...talkWith({ app: functionApp }),
      expectations: [{ about: 'checks', grader: { grader: 'trial_passes', params: { checks } }, criteria: [] }],
    };
    const trial = await runTrial(testCase, '', { index: 0 }, deps);
    const [score] = await gradeTrial(testCase, trial, { ...deps, failFast: false });
    assert.deepEqual(score && outcomeOf(score), expected(trajectory));
  });
}
