import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { randomFrom } from '../promises/mutate.js';
import { reportsWithoutNames, rowsWithoutNames } from '../support/command-results.js';
import type { SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const check = 'assert: [ { contains: good } ]';
const half = 'criteria: { proportion_gte: { proportion: 0.5 } }';
/** Of items that several prompts share eva counts the versions by when their runs begin: each prompt has items of its own. */
const itemsOf = (id: string) =>
  ['id,code,language', ...Array.from({ length: 30 }, (_, at) => `${id}-${at},item ${at}.,l${at % 2}`)]
    .map((line) => `${line}\n`)
    .join('');
const onItems = (settings = '') => `cases:
  - name: items
    dataset: { file: data/items.csv, id: id, inputs: { code: code }, ${settings}
    ${check}
    ${half}
`;

/** The kinds of prompts: eval.yml, and the share of wrong answers. */
const kinds: readonly { readonly evalFile: string; readonly wrong?: number; readonly isRefused?: boolean }[] = [
  { evalFile: `cases:\n  - { name: one, inputs: { code: x }, ${check} }\n` },
  {
    evalFile: `cases:\n  - { name: sequential, inputs: { code: x }, sample_size: 60, sequential: true, ${check}, ${half} }\n`,
  },
  { evalFile: onItems('}'), wrong: 0.1 },
  {
    evalFile: `cases:\n  - { name: judged, inputs: { code: x }, sample_size: 4, rubric: Is it good? }\n`,
  },
  {
    evalFile: `cases:\n  - { name: both, inputs: { code: x }, sample_size: 20, ${check}, ${half} }\n`,
  },
  {
    evalFile: `cases:\n  - { name: bad, inputs: { code: x }, sample_size: 5, ${check} }\n  - { name: other, inputs: { code: y }, ${check} }\n`,
    wrong: 1,
  },
  { evalFile: onItems('}'), wrong: 0.45 },
  { evalFile: onItems('}'), isRefused: true },
  {
    evalFile: onItems(
      'draws: 2, slices: [ { field: language, criteria: { proportion_gte: { proportion: 0.3 } }, must: not_fail } ] }',
    ),
    wrong: 0.2,
  },
  {
    evalFile: `cases:\n  - { name: one, inputs: { code: x }, ${check} }\n  - { name: two, inputs: { code: y }, sample_size: 3, ${check} }\n`,
    wrong: 0.5,
  },
];
/** The first ten and the sequential ones stop early, as soon as the calls of others let them. The others ask every trial. */
const prompts = Array.from({ length: 30 }, (_, at) => ({
  ...{ id: `p${String(at).padStart(2, '0')}`, ...kinds[at % 10] },
  stopsEarly: at < 10 || at % 10 === 1,
}));
const whole = prompts.filter(({ stopsEarly }) => !stopsEarly).map(({ id }) => id);

const files = Object.assign(
  { 'eva.yml': 'concurrency: 20\n' },
  ...prompts.map(({ id, evalFile = '', stopsEarly }, at) => ({
    [`prompts/${id}/meta.yml`]: goodMeta.replace('id: diff', `id: ${id}`),
    [`prompts/${id}/prompt.xml`]: `<prompt>Prompt ${id}: {{code}}</prompt>\n`,
    [`prompts/${id}/eval.yml`]: `defaults: { ${at % 10 === 4 ? 'models: [claude-x, claude-y]' : 'model: claude-x'}, judge: { model: claude-judge }, stop_early: ${stopsEarly} }\n${evalFile}`,
    [`prompts/${id}/data/items.csv`]: itemsOf(id),
  })),
);

/** A number from 0 to 1 that depends on a text alone. */
function shareOf(text: string): number {
  return randomFrom([...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, 7))();
}

/** Returns the kind of prompt and whether the answer is wrong, which depends on the text alone. */
function answered({ body }: Pick<SeenRequest, 'body'>) {
  const text = JSON.stringify([body.model, body.messages, body.system]);
  const at = Number(/Prompt p(\d\d)/.exec(text)?.[1] ?? 0);
  const { wrong = 0, isRefused = false } = kinds[at % 10] ?? {};
  return { isWrong: shareOf(text) < wrong, isRefused: isRefused && text.includes('item 7.') };
}

const isLost = ({ body }: SeenRequest) => JSON.stringify(body).includes('Prompt p17');

async function library(t: TestContext, delayMs: () => number) {
  const server = await startFakeMessagesApi({
    faults: (_number, seen) =>
      answered(seen).isRefused
        ? { status: isLost(seen) ? 500 : 400, message: 'the context length is 4096 tokens' }
        : { delayMs: delayMs() },
    answer: (body) => {
      if (body.tool_choice) return { tool_input: { reason: 'so it is', score: 5 } };
      return answered({ body }).isWrong ? 'bad' : 'good';
    },
  });
  t.after(() => server.close());
  const root = tempLibrary(t, files);
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, eva: (...args: readonly string[]) => runEva(args, { cwd: root, env }) };
}

/** Returns the first part of a text that differs from another text; nothing if they are equal. */
function fromDifference(text: string, other: string): string {
  const at = text.split('').findIndex((letter, place) => letter !== other[place]);
  return at < 0 && text.length === other.length
    ? ''
    : `${text.slice(at - 200, at + 200)} <> ${other.slice(at - 200, at + 200)}`;
}

test('rows, reports and exit code of 30 prompts equal those of 30 commands in turn, in 20 random orders of replies', async (t) => {
  const alone = await library(t, () => 0);
  const codes: number[] = [];
  for (const { id } of prompts) codes.push((await alone.eva('eval', id)).exitCode);
  assert.deepEqual([...new Set(codes)].sort(), [0, 1, 3]);
  const [rows, reports] = [rowsWithoutNames(alone.root, whole), await reportsWithoutNames(alone.root, whole)];
  for (let order = 1; order <= 20; order++) {
    const random = randomFrom(order);
    const together = await library(t, () => random() ** 3 * 60);
    const { exitCode, stderr } = await together.eva('eval', '--yes');
    assert.equal(exitCode, 3, stderr);
    assert.deepEqual(rowsWithoutNames(together.root, whole), rows, `order ${order}`);
    const pooled = await reportsWithoutNames(together.root, whole);
    for (const [report, text] of Object.entries(reports))
      assert.equal(fromDifference(pooled[report] ?? '', text), '', `${report}, order ${order}`);
  }
});
