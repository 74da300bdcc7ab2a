import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type Cast, startConversationApi } from '../../support/conversation-api.js';
import type { SeenRequest } from '../../support/fake-http.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { scenarioLibrary } from '../../support/scenario-library.js';
import { tempLibrary } from '../../support/temp-library.js';

/** The items of the data file: a product, what its users ask, and the right answer. */
const products = ['Acme', 'Bolt', 'Core', 'Dyno', 'Echo'] as const;
const linesOf = (names: readonly string[]) =>
  names.map((name) => `${JSON.stringify({ product: name, aim: `open ${name}`, truth: `key of ${name}` })}\n`).join('');

const dataFile = 'prompts/bot/data/products.jsonl';

/** A scenario on the data file: two draws of each item. */
const onData = {
  given: 'A user of {{product}} has forgotten the password.',
  when: 'The user wants to {{aim}}.',
  dataset: { file: 'data/products.jsonl', draws: 2, claim: 'file' },
  inputs: undefined,
  sample_size: undefined,
  then: [
    {
      expected_behavior: 'The bot gives each step.',
      rubric: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at + 1, `It gives ${at + 1} of 10 steps.`])),
      reference: { field: 'truth' },
      criteria: { proportion_gte: { min_score: 6, proportion: 0.6 } },
    },
    { metric: 'per_conversation.turn_count', criteria: { proportion_lt: { threshold: 3, proportion: 0.5 } } },
  ],
};

/** A library with a scenario on a data set, and fake models. */
async function library(t: TestContext, part: Readonly<Record<string, unknown>> = {}, cast: Cast = {}) {
  const api = await startConversationApi(t, cast);
  const root = scenarioLibrary(t, { ...onData, ...part }, { [dataFile]: linesOf(products) });
  const env = { ...api.env, XDG_DATA_HOME: tempLibrary(t, {}) };
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  return { root, eva, ...api };
}

const lastRun = (root: string) => join(root, '.eva/runs', readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '');

/** The trials of the last run, by their index. */
const trialsOf = (root: string) =>
  readFileSync(join(lastRun(root), 'trials.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line).trial]))
    .sort((a, b) => a.index - b.index);

/** Returns the journal of the last run: key and role of each reply. */
const keysOf = (root: string): readonly string[] =>
  readFileSync(join(lastRun(root), 'journal.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"key"') ? [JSON.parse(line).key] : []))
    .sort();

test('a scenario on a data set holds one conversation for each item and draw, and inserts the fields', async (t) => {
  const { root, eva, server, asked } = await library(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'bot');
  assert.equal(exitCode, 0, stdout + stderr);
  const { user, app, judge } = asked();
  assert.deepEqual({ user, app, judge }, { user: 30, app: 20, judge: 10 });
  const trials = trialsOf(root);
  assert.equal(trials.length, 10);
  assert.deepEqual(
    trials.map(({ origin }) => origin.draw),
    [0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
  );
  const bodies = server.requests.map(({ body }) => JSON.stringify(body));
  for (const name of products) {
    const of = (pattern: RegExp) => bodies.filter((body) => pattern.test(body)).length;
    assert.equal(of(new RegExp(`help desk of ${name}\\.`)), 4, name);
    assert.equal(of(new RegExp(`wants to open ${name}\\.`)), 8, name);
    assert.equal(of(new RegExp(`key of ${name}`)), 2, name);
  }
  const [row] = rowsIn(root);
  assert.deepEqual([row?.datasets?.[0]?.items, row?.datasets?.[0]?.asked], [5, 5]);
});

test('an item that is inserted changes no reply of the conversations of other items', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'bot');
  const before = keysOf(root);
  const styles = new Map(trialsOf(root).map(({ origin, style }) => [`${origin.item} ${origin.draw}`, style]));
  writeFileSync(join(root, dataFile), linesOf(['New', ...products.slice(0, 2), 'More', ...products.slice(2)]));
  const { exitCode, stdout, stderr } = await eva('eval', 'bot');
  assert.equal(exitCode, 0, stdout + stderr);
  const after = keysOf(root);
  assert.deepEqual(
    before.filter((key) => !after.includes(key)),
    [],
  );
  const now = new Map(trialsOf(root).map(({ origin, style }) => [`${origin.item} ${origin.draw}`, style]));
  assert.equal(now.size, 14);
  for (const [key, style] of styles) assert.deepEqual(now.get(key), style);
});

test('a run of conversations that a budget cuts is resumed without a call that was already answered', async (t) => {
  for (const limit of [2, 7, 19]) {
    const { root, eva, asked, server } = await library(t);
    const cut = await eva('eval', 'bot', '--max-calls', String(limit), '--allow-short-budget');
    assert.equal(cut.exitCode, 3, cut.stdout + cut.stderr);
    const first = server.requests.length;
    const { exitCode, stdout, stderr } = await eva('eval', 'bot', '--resume', '--max-calls', '1000');
    assert.equal(exitCode, 0, stdout + stderr);
    const { user, app, judge } = asked();
    assert.deepEqual({ first, user, app, judge }, { first: limit, user: 30, app: 20, judge: 10 });
    assert.equal(new Set(trialsOf(root).map(({ origin }) => `${origin.item} ${origin.draw}`)).size, 10);
  }
});

test('conversations of different items share no answer, even where their messages are the same', async (t) => {
  const program = `#!/bin/sh
echo "leak: $EVA_ITEM" >> "$HOME/seen"
while read -r line; do printf '%s\\n' "$line" >> "$HOME/seen"; echo '{"response":"Step: open the settings."}'; done
`;
  const { root, eva } = await library(t, { app: { command: ['./bot.sh'] } });
  writeFileSync(join(root, 'prompts/bot/bot.sh'), program, { mode: 0o755 });
  const trusted = await eva('trust', 'bot', '--yes');
  const { exitCode, stdout, stderr } = await eva('eval', 'bot');
  assert.equal(exitCode, 0, trusted.stdout + trusted.stderr + stdout + stderr);
  const seen = readFileSync(join(root, 'seen'), 'utf8');
  assert.match(seen, /leak: $/m);
  assert.doesNotMatch(seen, /leak: ./);
  assert.equal(seen.match(/^leak/gm)?.length, 10);
  assert.equal(seen.match(/^\{"messages"/gm)?.length, 20);
  assert.doesNotMatch(seen, /key of/);
});

test('conversations with a fixed system prompt are merged from shards, though their users begin with the same message', async (t) => {
  let answers = 0;
  const app = () => ({ text: `Step ${answers++}: open the settings.` });
  const { root, eva, asked } = await library(t, {}, { app });
  writeFileSync(join(root, 'prompts/bot/prompt.xml'), 'You are a help desk.\n');
  for (const shard of ['1/2', '2/2']) {
    const { exitCode, stdout, stderr } = await eva('eval', 'bot', '--shard', shard);
    assert.equal(exitCode, 0, stdout + stderr);
  }
  const { exitCode, stdout, stderr } = await eva('merge', '.eva/runs');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(asked().app, 20);
  const said = trialsOf(root).map(({ turns }) => turns[0].app_response);
  assert.equal(new Set(said).size, 10);
});

test('a scenario checks its responses against fields and reads classes, and renders no text of an item again', async (t) => {
  const odd = ['{{aim}}', '{{product}} {{ aim }}', '$& {{constructor}}'];
  const then = [
    { assert: [{ contains: { field: 'truth' } }], criteria: { proportion_gte: { proportion: 0.1 } } },
    { class: { expected: { field: 'truth' } }, criteria: { recall_gte: { class: 'key of Acme', proportion: 0.01 } } },
  ];
  const app = (body: SeenRequest['body']) => ({
    text: `key of ${/desk of ([\s\S]*)\.\n?$/.exec(String(body.system))?.[1]}`,
  });
  const dataset = { file: 'data/products.jsonl', claim: 'file' };
  const { root, eva, server } = await library(t, { then, dataset, max_turns: 1 }, { app });
  writeFileSync(join(root, dataFile), linesOf(['Acme', ...odd]));
  const { exitCode, stdout, stderr } = await eva('eval', 'bot');
  assert.equal(exitCode, 0, stdout + stderr);
  const said = server.requests.map(({ body }) => String(body.messages[0].content));
  for (const name of odd)
    assert.ok(
      said.some((text) => text.includes(`A user of ${name} has forgotten`)),
      name,
    );
  const scores = readFileSync(join(lastRun(root), 'trials.jsonl'), 'utf8');
  assert.equal(scores.match(/"answered":"key of/g)?.length, 4);
  assert.match(stdout, /100%/);
});

test('recorded conversations on a data set are replayed without a call', async (t) => {
  const { root, eva, server } = await library(t);
  const recorded = await eva('eval', 'bot', '--record');
  assert.equal(recorded.exitCode, 0, recorded.stdout + recorded.stderr);
  const calls = server.requests.length;
  const { exitCode, stdout, stderr } = await eva('eval', 'bot', '--replay');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(server.requests.length, calls);
  const [first, second] = rowsIn(root);
  assert.deepEqual(second?.datasets, first?.datasets);
  const doctor = await eva('doctor');
  assert.equal(doctor.exitCode, 0, doctor.stdout + doctor.stderr);
});
