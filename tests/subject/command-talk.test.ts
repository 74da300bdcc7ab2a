import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { runTrial } from '#subject/run-trial.js';
import { alive } from '../support/alive.js';
import type { ScriptStep } from '../support/scripted-provider.js';
import { goalMet, inOrder, memory, move, type TalkOptions, talkDeps, talkWith } from '../support/talk.js';
import { writeTalkingProgram } from '../support/talking-program.js';

/** Runs a conversation of a user with these replies and a program. */
async function talkTo(
  program: string,
  user: readonly ScriptStep[],
  { name = 'log in', body = 'Help.', env = [], timeout_s = 20, ...options }: CommandTalk = {},
) {
  const app = { app: 'command', argv: [process.execPath, program], env, timeout_s } as const;
  const { deps, calls } = talkDeps(inOrder(user), { promptDir: tmpdir(), ...options });
  return { trial: await runTrial({ ...talkWith({ app }), name }, body, { index: 0 }, deps), calls };
}

interface CommandTalk extends TalkOptions {
  readonly name?: string;
  readonly body?: string;
  readonly env?: readonly string[];
  readonly timeout_s?: number;
}

const counting = `({ messages, state }, turn) => ({
  response: [process.pid, turn, messages.length, JSON.stringify(state)].join(' '),
  state: { turns: (state?.turns ?? 0) + 1 },
})`;

test('one process answers every turn of a conversation, gets its state back, and ends afterwards', async () => {
  const program = writeTalkingProgram(counting);
  const { trial, calls } = await talkTo(program, [move('one'), move('two'), goalMet]);
  const [first, second] = trial.turns.map(({ app_response }) => app_response.split(' '));
  assert.deepEqual(first?.slice(1), ['1', '1', 'null']);
  assert.deepEqual(second?.slice(1), ['2', '3', '{"turns":1}']);
  assert.equal(first?.[0], second?.[0]);
  assert.deepEqual(alive(program), []);
  const request = calls.filter(({ role }) => role === 'subject').at(-1)?.request;
  assert.deepEqual(request && 'identity' in request && [request.provider, request.model, request.state], [
    'app:command',
    `${process.execPath} ${program}`,
    { turns: 1 },
  ]);
});

/** Returns true if a stored conversation is replayed in a run without the program. */
async function isPlayedAgain(before: CommandTalk, after: CommandTalk): Promise<boolean> {
  const program = writeTalkingProgram(counting);
  const journal = memory();
  const first = await talkTo(program, [move('one'), goalMet], { ...before, journal });
  rmSync(program);
  const again = await talkTo(program, [move('one'), goalMet], { ...after, journal });
  return first.trial.outcome === 'finished' && again.trial.outcome === 'finished';
}

const otherRuns: readonly (readonly [string, CommandTalk, CommandTalk, boolean])[] = [
  ['nothing changed', {}, {}, true],
  ['its variables have another order', { env: ['A', 'B'] }, { env: ['B', 'A', 'B'] }, true],
  ['the prompt changed', { body: 'Be kind.' }, { body: 'Be rude.' }, false],
  ['it gets a further variable', { env: ['A'] }, { env: ['A', 'B'] }, false],
  [
    'the conversation is one of another scenario, whose program has a memory of its own',
    { name: 'a' },
    { name: 'b' },
    false,
  ],
  ['its program file changed', { appIdentity: () => 'one' }, { appIdentity: () => 'two' }, false],
];

for (const [title, before, after, isPlayed] of otherRuns) {
  test(`stored replies of a program are ${isPlayed ? 'used' : 'not used'} if ${title}`, async () => {
    assert.equal(await isPlayedAgain(before, after), isPlayed);
  });
}

test('a resumed conversation continues with the stored state, in a new process', async () => {
  const program = writeTalkingProgram(counting);
  const journal = memory();
  await talkTo(program, [move('one'), goalMet], { journal });
  journal.all.splice(2);
  const { trial } = await talkTo(program, [move('two'), goalMet], { journal });
  assert.deepEqual(trial.turns[1]?.app_response.split(' ').slice(1), ['1', '3', '{"turns":1}']);
});

test('a conversation with only stored replies starts no process', async () => {
  const program = writeTalkingProgram(counting);
  const journal = memory();
  const first = await talkTo(program, [move('one'), goalMet], { journal });
  rmSync(program);
  const again = await talkTo(program, [], { journal });
  assert.equal(again.trial.outcome, 'finished');
  assert.deepEqual(again.trial, first.trial);
});

test('a stored response from a longer timeout is too late under a shorter one', async () => {
  let clock = 0;
  const elapsed = () => ++clock;
  const program = writeTalkingProgram(counting);
  const journal = memory();
  const first = await talkTo(program, [move('one'), goalMet], { journal, elapsed });
  const again = await talkTo(program, [], { journal, timeout_s: 0.5 });
  assert.equal(first.trial.outcome, 'finished');
  assert.equal(
    again.trial.outcome === 'failed' && again.trial.reason,
    'turn 1: the application gave no response within 0.5 s',
  );
});
