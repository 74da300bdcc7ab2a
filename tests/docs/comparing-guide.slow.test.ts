import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pairOutlooks } from '#decide/pairs/pair-outlooks.js';
import { sha256 } from '#model/data/digest.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { gitLibrary } from '../support/git-library.js';
import { csvRows } from '../support/judged-run.js';
import { pairCase } from '../support/pairs.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { blockOf, checkMarkedOutputs } from './marked-outputs.js';

const page = 'docs/guide/comparing.md';

/** Returns a number from 0 to 1 that depends on a text. */
const hashed = (text: string) => Number.parseInt(sha256(text).slice(0, 8), 16) / 0xffffffff;

const french: Readonly<Record<string, string>> = {
  billing: 'facturation',
  delivery: 'livraison',
  refund: 'remboursement',
  fraud: 'fraude',
  other: 'autre',
};

/** Returns the answer of the model to a ticket: often in French to French tickets, unless the prompt asks for English names. */
function answerTo(ticket: Readonly<Record<string, string>>, prompt: string): string {
  const { id = '', label = '', language } = ticket;
  const asksForEnglish = prompt.includes('also if the ticket is in another language');
  if (language === 'fr' && hashed(`fr ${id}`) < (asksForEnglish ? 0.04 : 0.24)) return french[label] ?? '';
  if (hashed(`hard ${id}`) < 0.05) return label === 'other' ? 'billing' : 'other';
  const hasRules = prompt.includes('If two classes fit');
  if (asksForEnglish && hashed(`new ${id}`) < (hasRules ? 0.012 : 0.09))
    return label === 'refund' ? 'delivery' : 'refund';
  return label;
}

/** Copies the example prompt into a repository, and starts a model that answers by the text of the prompt. */
async function ticketLibrary(t: TestContext) {
  const { root, git, commit } = gitLibrary(t, {});
  mkdirSync(join(root, 'prompts'));
  cpSync('prompts/ticket-class', join(root, 'prompts/ticket-class'), { recursive: true });
  commit('tickets');
  const tickets = csvRows(readFileSync('prompts/ticket-class/data/tickets.csv', 'utf8').replace(/\r?\n/g, '\r\n'));
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
  const byBody = new Map(tickets.map((ticket) => [flat(ticket['body'] ?? ''), ticket]));
  const api = await startFakeMessagesApi({
    answer: ({ messages }) => {
      const prompt = String(messages.at(-1)?.content);
      const [, body = ''] = /<ticket channel="\w+">\n([\s\S]*?)\n\s*<\/ticket>/.exec(prompt) ?? [];
      const ticket = byBody.get(flat(body));
      return { text: ticket ? answerTo(ticket, prompt) : 'unknown', usage: { input_tokens: 420, output_tokens: 4 } };
    },
  });
  t.after(() => api.close());
  return { root, git, env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url } };
}

test('the guide of comparisons shows what the commands print', async (t) => {
  const { root, env } = await ticketLibrary(t);
  const folder = join(root, 'prompts/ticket-class');
  const body = readFileSync(join(folder, 'prompt.xml'), 'utf8');
  const english = body.replace('whatever the language of the ticket.', 'also if the ticket is in another language.');
  const short = english.replace(/ *<rules>[\s\S]*<\/rules>\n\n/, '');
  const steady = (text: string) =>
    text
      .replace(/\([0-9a-f]{7}\)/g, '(4f2a9c1)')
      .replace(/of run [0-9a-f]{6}\b/g, 'of run 7d7a9d')
      .replace(/from 127\.0\.0\.1:\d+/, 'from a model');
  writeFileSync(join(root, 'eva.yml'), 'prices: { claude-opus-4-7: { input: 4, output: 20 } }\n');
  await checkMarkedOutputs(page, async (kind) => {
    writeFileSync(join(folder, 'prompt.xml'), kind === 'of the shorter prompt' ? short : english);
    if (kind === 'of the gate' && !readFileSync(join(folder, 'eval.yml'), 'utf8').includes('\ncompare:')) {
      appendFileSync(join(folder, 'eval.yml'), blockOf(page, 'compare:'));
      for (const log of ['.compare.jsonl', '.attempts.jsonl']) rmSync(join(root, log));
      rmSync(join(root, '.eva'), { recursive: true });
      for (const command of ['eval', 'promote']) {
        const { exitCode, stdout, stderr } = await runEva([command, 'ticket-class'], { cwd: root, env });
        assert.equal(exitCode, 0, stdout + stderr);
      }
    }
    return { cwd: root, env, steady };
  });
});

test('the guide of comparisons says how many pairs show a margin, and how many do so in 8 of 10 comparisons', () => {
  const text = readFileSync(page, 'utf8');
  for (const margin of [0.05, 0.03, 0.02, 0.01])
    assert.ok(
      text.includes(`${leastPairs(margin)} for ${100 * margin} point`),
      `${leastPairs(margin)} pairs for ${margin}`,
    );
  const rows = [...text.matchAll(/^\| (\d+) % \| ([\d,]+) \| ([\d,]+) \|/gm)];
  assert.equal(rows.length, 4);
  for (const [, change, ...cells] of rows)
    for (const [at, margin] of [0.05, 0.03].entries()) {
      const n = Number((cells[at] ?? '').replace(',', ''));
      const changes = new Map([['a', Number(change) / 100]]);
      const power = (pairs: number) =>
        pairOutlooks([pairCase(pairs)], { margin, alpha: 0.05 }, { changes })[0]?.power ?? 0;
      assert.ok(power(n) >= 0.8 && power(Math.floor(0.8 * n)) < 0.8, `${n} pairs, margin ${margin}, ${change} %`);
    }
});

/** Returns the smallest number of equal pairs that show a margin at 5 %. */
function leastPairs(margin: number): number {
  return pairOutlooks([pairCase(1)], { margin, alpha: 0.05 })[0]?.needs ?? 0;
}
