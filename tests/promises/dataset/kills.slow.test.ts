import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readJournal } from '#store/run/journal.js';
import type { FakeServer } from '../../support/fake-http.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { startEva } from '../../support/interrupted-eva.js';
import { lastRow, rowsIn } from '../../support/rows-in.js';
import { randomFrom } from '../mutate.js';
import { countedIn, evalOf, newestRun, runDirs, ticketLibrary, withoutCircumstances } from './ticket-library.js';
import { fileOf, ticketIn, tickets, triage } from './tickets.js';

const concurrency = 20;
const gate = '{ field: language, criteria: { proportion_gte: { proportion: 0.8 } }, must: not_fail }';

/** 500 items with two draws each; 400 items with classes; and a case that stops early. */
const evaluation = evalOf(
  [
    'twice',
    `draws: 2, slices: [${gate}]`,
    '    criteria: { proportion_gte: { proportion: 0.85 } }\n    stop_early: false\n',
  ],
  [
    'classes',
    'slices: [language]',
    '    criteria: { proportion_gte: { proportion: 0.8 } }\n    sample_size: 400\n    stop_early: false\n' +
      '    then: [ { class: { expected: { field: label }, at: /category }, criteria: [ { recall_gte: { class: fraud, proportion: 0.8 } }, { f1_gte: { class: each, proportion: 0.7 } } ] } ]\n',
  ],
  [
    'sequential',
    `slices: [${gate.replace('not_fail', 'pass')}]`,
    '    criteria: { proportion_gte: { proportion: 0.8 } }\n    sequential: true\n',
  ],
);
const draws: Readonly<Record<string, number>> = { twice: 2, classes: 1, sequential: 1 };

interface World {
  readonly server: FakeServer;
  /** Called with every request. */
  readonly watch: { onRequest: () => void };
}

async function startWorld(t: TestContext): Promise<World> {
  const watch = { onRequest: () => {} };
  const answer = triage();
  const server = await startFakeMessagesApi({
    answer: (body) => {
      watch.onRequest();
      return answer(body);
    },
  });
  t.after(() => server.close());
  return { server, watch };
}

/** The moment of a kill: after so many requests, or after so many milliseconds. */
type Moment = { readonly requests: number } | { readonly ms: number } | null;

/** Starts or resumes a run, kills it at a moment, and waits for its end. Returns its exit code; null if it was killed. */
async function session({ server, watch }: World, root: string, moment: Moment): Promise<number | null> {
  const isFirst = runDirs(root).length === 0;
  const args = isFirst ? ['eval', 'diff'] : ['eval', 'diff', '--resume'];
  const running = startEva(args, root, server.url);
  const kill = () => running.child.kill('SIGKILL');
  const timer = moment && 'ms' in moment ? setTimeout(kill, moment.ms) : undefined;
  let requests = 0;
  watch.onRequest = () => {
    requests += 1;
    if (moment && 'requests' in moment && requests === moment.requests) kill();
  };
  const [code] = await once(running.child, 'close');
  clearTimeout(timer);
  await server.quiet();
  watch.onRequest = () => {};
  const isFine = code === null || code === 0 || code === 1;
  assert.ok(isFine, `${args.join(' ')} ended with ${code}: ${running.stderr()}`);
  return code;
}

/** What a request asks: the case, which its body names, and the ticket. */
function questionOf(body: unknown): string {
  const [, form = ''] = /JSON \((\w+)\)/.exec(JSON.stringify(body)) ?? [];
  return `${form} ${ticketIn(body)}`;
}

function countIn(counts: ReadonlyMap<string, number>, name: string): number {
  return counts.get(name) ?? 0;
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, countIn(counts, name) + 1);
  return counts;
}

/** The questions that the journal has replies to, one for each reply. */
function journalled(root: string): readonly string[] {
  const dir = runDirs(root).at(-1);
  if (dir === undefined || !existsSync(join(dir, 'journal.jsonl'))) return [];
  return [...readJournal(dir).replies].map((reply) => `${reply.case} ${ticketIn(reply)}`);
}

/** Asserts that a session asked for nothing that the journal had, and for no more than it lost at its kill. */
function assertNothingAskedAgain(before: readonly string[], asked: readonly string[], root: string): void {
  const had = counted(before);
  const again = [...counted(asked)].filter(([question, times]) => {
    return times + countIn(had, question) > (draws[question.split(' ')[0] ?? ''] ?? 0);
  });
  assert.deepEqual(again, []);
  const lost = asked.length - (journalled(root).length - before.length);
  assert.ok(lost >= 0 && lost <= concurrency, `${lost} requests brought no reply`);
}

function decisionIn(root: string): unknown {
  const dir = newestRun(root);
  return withoutCircumstances({ ...countedIn(dir), row: lastRow(root) }, ['usage', 'replies', 'sources']);
}

test('a run on 500 items that is killed at eight moments asks for no reply of its journal again, and decides as if it had not been killed', async (t) => {
  const world = await startWorld(t);
  const random = randomFrom(20261124);
  const open = () => ticketLibrary(t, evaluation, fileOf(tickets(500)), { 'eva.yml': `concurrency: ${concurrency}\n` });
  const undisturbed = open();
  const wholeCode = await session(world, undisturbed, null);
  const whole = decisionIn(undisturbed);
  const total = world.server.requests.length;
  assert.ok(total > 1000, `${total} requests`);
  const kept: number[] = [];
  for (let chain = 0; kept.length < 8; chain += 1) {
    const root = open();
    for (;;) {
      const before = journalled(root);
      const from = world.server.requests.length;
      const moment: Moment =
        kept.length >= 8
          ? null
          : random() < 0.25
            ? { ms: Math.floor(random() * 1500) }
            : { requests: 1 + Math.floor((random() * total) / 8) };
      const code = await session(world, root, moment);
      const asked = world.server.requests.slice(from).map(({ body }) => questionOf(body));
      assertNothingAskedAgain(before, asked, root);
      if (code === null) kept.push(journalled(root).length);
      if (rowsIn(root).length === 0) continue;
      if (code !== null) assert.equal(code, wholeCode);
      break;
    }
    assert.equal(rowsIn(root).length, 1);
    assert.deepEqual(decisionIn(root), whole, `chain ${chain}`);
  }
  t.diagnostic(`${total} requests without a kill; killed with ${kept.join(', ')} replies in the journal`);
  assert.ok(kept.some((replies) => replies > 0 && replies < total));
});
