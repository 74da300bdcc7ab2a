import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { ListedPrompt } from '#gate/list-prompts.js';
import type { Promotion } from '#gate/promote.js';
import type { CompareRow } from '#model/pairs/compare-row.js';
import type { Evidence } from '#model/run/run.js';
import { attemptBegin, attemptEnd } from '../../support/attempt-lines.js';
import { comparedCase, compareRow } from '../../support/compare-rows.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { lastRow } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalYml = 'prompts/diff/eval.yml';
const metaYml = 'prompts/diff/meta.yml';

const evalFile = (rule: string) => `compare: ${rule}
defaults: { model: claude-opus-4-7 }
cases:
  - { name: happy, sample_size: 80, inputs: { code: x }, assert: [ { contains: good } ] }
`;

/** Makes a library whose tested prompt passed on its current files, with a rule in eval.yml. */
async function library(t: TestContext, rule: string) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const meta = goodMeta.replace('status: draft', 'status: tested');
  const root = tempLibrary(t, {
    ...goodPrompt(),
    '.git/HEAD': 'ref: refs/heads/main\n',
    [metaYml]: meta,
    [evalYml]: evalFile(rule),
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env });
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const evidence = lastRow(root)['evidence'] as unknown as Evidence;
  return {
    root,
    eva,
    write: (file: string, text: string) => writeFileSync(join(root, file), text),
    read: (file: string) => readFileSync(join(root, file), 'utf8'),
    /** Appends the row of a comparison on the current files, with the lines of its attempt. */
    compare: (part: Partial<CompareRow> = {}) => {
      const now = new Date().toISOString();
      const { prompt, cases, judge, models } = evidence;
      const live = { from_run: null, kept: 0, asked: 9, synthetic: false, oldest_reply: now };
      const b = { ...live, prompt, cases, judge, models };
      const a = { ...b, prompt: 'older', label: 'main (4f2a9c1)', commit: '4f2a9c1' };
      const row = compareRow({ ts: now, a, b, cases: [comparedCase({ case: 'happy' })], ...part });
      const { run_id } = row;
      const facts = {
        run_id,
        id: 'diff',
        kind: 'compare',
        ts: now,
        evidence: { prompt, cases, judge, models },
      } as const;
      for (const line of [attemptBegin(facts), attemptEnd(facts)])
        appendFileSync(join(root, '.attempts.jsonl'), `${JSON.stringify(line)}\n`);
      appendFileSync(join(root, '.compare.jsonl'), `${JSON.stringify(row)}\n`);
    },
    /** Decides the gates. */
    check: async () => {
      const { stdout, exitCode } = await eva('promote', 'diff', '--check', '--json');
      const { gates } = JSON.parse(stdout) as Promotion;
      return { exitCode, gate: gates.find(({ gate }) => gate === 'compare'), gates };
    },
    next: async () => {
      const { stdout } = await eva('doctor', 'diff', '--json');
      const { prompts } = JSON.parse(stdout) as {
        prompts: readonly { next?: unknown; problems: readonly { message: string }[] }[];
      };
      return { next: prompts[0]?.next, problems: prompts[0]?.problems.map(({ message }) => message) ?? [] };
    },
    listed: async () => {
      const [prompt] = JSON.parse((await eva('list', '--json')).stdout) as readonly ListedPrompt[];
      return [prompt?.evidence, prompt?.differs];
    },
  };
}

test('a prompt that asks for a comparison becomes ready with one, and is stale once the comparison is', async (t) => {
  const { eva, check, compare, next, listed, root, read, write } = await library(t, '{ against: main }');
  const before = await check();
  assert.deepEqual([before.exitCode, before.gate?.met, before.gate?.remedy], [1, false, 'run: eva compare diff']);
  assert.deepEqual((await next()).next, {
    status: 'ready',
    needs: 'a comparison with main',
    command: 'eva compare diff',
  });
  const refused = await eva('promote', 'diff');
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stdout, /compare\s+there is no comparison with main[\s\S]*→ run: eva compare diff/);
  compare({ outcome: 'worse' });
  assert.match((await check()).gate?.message ?? '', /worse than main \(4f2a9c1\) by more than 5 points/);
  compare();
  assert.equal((await check()).exitCode, 0);
  assert.equal((await next()).next, undefined);
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  assert.match(read(metaYml), /status: ready/);
  assert.deepEqual([await listed(), (await next()).problems], [['fresh', []], []]);

  // Another margin is asked for: the run stays fresh, the comparison does not.
  write(evalYml, evalFile('{ against: main, not_worse_by: 0.04 }'));
  assert.deepEqual(await listed(), ['stale', ['comparison']]);
  const [problem = ''] = (await next()).problems;
  assert.match(problem, /ready, but comparison .* allows a loss of 5 points, and compare: allows 4 points/);
  assert.equal((await eva('doctor', 'diff', '--strict')).exitCode, 1);
  compare({ not_worse_by: 0.04 });
  assert.deepEqual([await listed(), (await next()).problems], [['fresh', []], []]);

  // An unreadable line could be a later comparison.
  appendFileSync(join(root, '.compare.jsonl'), '{"row":1,"outc\n');
  assert.deepEqual(await listed(), ['stale', ['comparison']]);
  const { stdout } = await eva('doctor', 'diff');
  assert.match(stdout, /\.compare\.jsonl:4[\s\S]*EVA_BAD_ROW/);
});

test('the first version needs no comparison with ready, the next one does, and force goes past it', async (t) => {
  const { eva, check, compare, read, write, next } = await library(t, '{ against: ready }');
  assert.match((await check()).gate?.message ?? '', /no version was ready before/);
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  const promotions = () =>
    read('prompts/diff/.promotions.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const first = promotions()[0].evidence.prompt;
  assert.deepEqual((await next()).problems, []);

  write(metaYml, read(metaYml).replace('status: ready', 'status: tested'));
  assert.match((await check()).gate?.message ?? '', /have the prompt and models that became ready on/);
  write('prompts/diff/prompt.xml', '<task>Change {{code}} a little.</task>\n');
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const evidence = JSON.parse(read('.eval.jsonl').trimEnd().split('\n').at(-1) ?? '').evidence as Evidence;
  assert.match((await check()).gate?.message ?? '', /there is no comparison with ready/);

  const live = { from_run: null, kept: 0, asked: 0, synthetic: false, oldest_reply: null };
  const b = { ...evidence, ...live };
  const a = { ...live, label: 'ready (4f2a9c1)', prompt: 'another', models: b.models };
  compare({ against: 'ready', a, b });
  assert.match((await check()).gate?.message ?? '', /with another version than the one that became ready on/);
  compare({ against: 'ready', a: { ...a, prompt: first }, b });
  const { gate, exitCode } = await check();
  assert.deepEqual([gate?.met, exitCode], [true, 0], gate?.message);
  compare({ against: 'ready', a: { ...a, prompt: first }, b, outcome: 'undecided' });
  assert.equal((await check()).exitCode, 1);

  const forced = await eva('promote', 'diff', '--force');
  assert.equal(forced.exitCode, 0);
  assert.match(forced.stderr, /gate compare is unmet/);
  assert.deepEqual([promotions()[1].forced, promotions()[1].unmet], [true, ['compare']]);
  assert.match((await next()).problems.join(), /ready, but comparison .* does not show that the files are not worse/);
});

test('promote --check lists everything that is missing at once', async (t) => {
  const { eva, compare, check, write } = await library(t, '{ against: main }');
  compare({ outcome: 'undecided' });
  write('prompts/diff/prompt.xml', '<task>Other {{code}}</task>\n');
  const { gates } = await check();
  const unmet = gates.filter(({ met }) => !met).map(({ gate }) => gate);
  assert.deepEqual(unmet, ['fresh', 'compare']);
  const { stdout } = await eva('promote', 'diff', '--check');
  assert.match(stdout, /→ run: eva eval diff[\s\S]*stale: prompt\.xml has changed[\s\S]*→ run: eva compare diff/);
});

test('a prompt without compare: is not asked for one, whatever comparisons say', async (t) => {
  const { compare, check, write, read, listed } = await library(t, '{ against: main }');
  compare({ outcome: 'worse' });
  write(evalYml, read(evalYml).replace(/^compare:.*\n/, ''));
  const { gates, exitCode } = await check();
  assert.deepEqual([gates.some(({ gate }) => gate === 'compare'), exitCode], [false, 0]);
  assert.deepEqual(await listed(), ['fresh', []]);
});
