import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type OpenLibrary, openLibrary } from '../promises/open-library.js';
import { attemptsOf } from '../support/attempts-of.js';
import type { Fault } from '../support/fake-http.js';
import { runsIn } from '../support/stored-runs.js';
import { goodMeta } from '../support/temp-library.js';
import { label } from './people/label-by-file.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - { name: one, inputs: { code: one }, sample_size: 3, assert: [ { contains: good } ] }
`;
const statistical = `defaults: { model: claude-x }
cases:
  - name: rate
    inputs: { code: x }
    sample_size: 80
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.9 } } ]
`;
const noFailure = '{ max_failed_runs: 0 }';
const noLimit = '{}';

interface Attacked extends OpenLibrary {
  /** Sets what the model answers from now on. */
  readonly says: (text: string) => void;
  /** Sets how calls to a model fail from now on. */
  readonly fails: (faultOf: (model: unknown) => Fault) => void;
  /** Runs a command line, and checks its exit code. */
  readonly run: (line: string, exitCode?: number) => Promise<void>;
  /** Replaces the lines of a file of the library. */
  readonly rewrite: (file: string, edit: (lines: readonly string[]) => readonly string[]) => void;
}

interface Attack {
  readonly what: string;
  readonly promotion: string;
  readonly cases?: string;
  readonly act: (library: Attacked) => Promise<void> | void;
  /** The unmet gates of `promote --check`; without any the check passes. */
  readonly unmet: readonly string[];
  /** The prompt that is checked. */
  readonly id?: string;
}

const logs = ['.eval.jsonl', '.attempts.jsonl'];
const turned = (lines: readonly string[]) => lines.toReversed();

/** Copies the prompt to `q`, as `cp -r` does. */
function copyPrompt({ root }: Attacked): void {
  cpSync(join(root, 'prompts/diff'), join(root, 'prompts/q'), { recursive: true });
  const meta = join(root, 'prompts/q/meta.yml');
  writeFileSync(meta, readFileSync(meta, 'utf8').replace('id: diff', 'id: q'));
}

async function redRunsOfCopy(library: Attacked, flags = ''): Promise<void> {
  copyPrompt(library);
  library.says('bad');
  await library.run('eval q', 1);
  library.says('good');
  await library.run(`eval q${flags}`, 0);
}

const byAnotherId: readonly Attack[] = [
  {
    what: 'recordings of a copy that was evaluated until it was green',
    promotion: noFailure,
    act: async (library) => {
      await redRunsOfCopy(library, ' --record');
      cpSync(join(library.root, 'prompts/q/recordings.jsonl'), join(library.root, 'prompts/diff/recordings.jsonl'));
      await library.run('eval diff --replay');
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'the cache of a copy that was evaluated until it was green',
    promotion: noFailure,
    act: async (library) => {
      await redRunsOfCopy(library, ' --cache');
      await library.run('eval diff --cache');
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'another name for a prompt that failed',
    promotion: noFailure,
    act: async ({ root, run, says }) => {
      says('bad');
      await run('eval diff', 1);
      renameSync(join(root, 'prompts/diff'), join(root, 'prompts/p2'));
      const meta = join(root, 'prompts/p2/meta.yml');
      writeFileSync(meta, readFileSync(meta, 'utf8').replace('id: diff', 'id: p2'));
      says('good');
      await run('eval p2');
    },
    unmet: ['failed_runs'],
    id: 'p2',
  },
  {
    what: 'red runs of a copy, and one run of the prompt itself',
    promotion: noFailure,
    act: async (library) => {
      await redRunsOfCopy(library);
      await library.run('eval diff');
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'the same with the level of the first attempt, taken from a row that says so',
    promotion: '{ tries: corrected }',
    cases: statistical,
    act: async (library) => {
      await library.run('eval diff');
      copyPrompt(library);
      await library.run('eval q');
      library.rewrite('.eval.jsonl', ([own = '', other = '']) => {
        const { verdicts } = JSON.parse(own);
        return [JSON.stringify({ ...JSON.parse(other), try: 1, verdicts })];
      });
    },
    unmet: ['tries'],
    id: 'q',
  },
  {
    what: 'a copy has no verdict of its own: two equal prompts do not share one',
    promotion: noFailure,
    act: async (library) => {
      await library.run('eval diff');
      copyPrompt(library);
    },
    unmet: ['eval'],
    id: 'q',
  },
  {
    what: 'a copy that never failed',
    promotion: noFailure,
    act: async (library) => {
      copyPrompt(library);
      await library.run('eval q');
      await library.run('eval diff');
    },
    unmet: [],
  },
];

async function greenThenRed({ run, says }: Attacked, flags: string): Promise<void> {
  await run(`eval diff ${flags}`);
  says('bad');
  await run('eval diff --no-cache', 1);
}

const byOrder: readonly Attack[] = [
  {
    what: 'a replay of a green run after a red one',
    promotion: noLimit,
    act: async (library) => {
      await greenThenRed(library, '--record');
      await library.run('eval diff --replay');
    },
    unmet: ['eval'],
  },
  {
    what: 'the cache of a green run after a red one',
    promotion: noLimit,
    act: async (library) => {
      await greenThenRed(library, '--cache');
      await library.run('eval diff --cache');
    },
    unmet: ['eval'],
  },
  {
    what: 'an older green row behind a newer red one, as git merges two branches',
    promotion: noLimit,
    act: async (library) => {
      await greenThenRed(library, '');
      library.rewrite('.eval.jsonl', turned);
    },
    unmet: ['eval'],
  },
  {
    what: 'the lines of both logs in another order',
    promotion: noFailure,
    act: async (library) => {
      await greenThenRed(library, '');
      for (const log of logs) library.rewrite(log, turned);
    },
    unmet: ['eval'],
  },
  {
    what: 'a row that claims to be newer than its begin line',
    promotion: noLimit,
    act: async (library) => {
      await greenThenRed(library, '');
      library.rewrite('.eval.jsonl', ([green = '', red = '']) => {
        const ts = new Date(Date.parse(JSON.parse(red).ts) + 1000).toISOString();
        return [red, JSON.stringify({ ...JSON.parse(green), ts })];
      });
    },
    unmet: ['eval'],
  },
  {
    what: 'an older red row behind a newer green one',
    promotion: noLimit,
    act: async ({ run, says, rewrite }) => {
      says('bad');
      await run('eval diff', 1);
      says('good');
      await run('eval diff');
      for (const log of logs) rewrite(log, turned);
    },
    unmet: [],
  },
  {
    what: 'a replay of the newest run',
    promotion: noFailure,
    act: async ({ run }) => {
      await run('eval diff --record');
      await run('eval diff --replay');
    },
    unmet: [],
  },
];

const judged = `defaults: { model: claude-x, judge: { model: claude-j, timeout_s: 0.2 } }
cases:
  - { name: polite, inputs: { code: x }, rubric: Is it polite?, sample_size: 4 }
`;
const people = `defaults: { model: claude-x, judge: { model: claude-j } }
cases:
  - name: polite
    inputs: { code: x }
    rubric: Is it polite?
    sample_size: 20
    criteria: [ { proportion_gte: { proportion: 0.6, by: people, labels: 15 } } ]
`;

/** Labels all answers of the newest run as good. */
async function labelNewest(library: Attacked): Promise<void> {
  const { exitCode, stderr } = await label(library, 'ann', () => 'pass');
  assert.equal(exitCode, 0, stderr);
}

const unjudged: readonly Attack[] = [
  {
    what: 'the best of four runs that wait for labels, chosen by reading',
    promotion: noFailure,
    cases: people,
    act: async (library) => {
      for (let at = 0; at < 4; at++) await library.run('eval diff', 1);
      await labelNewest(library);
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'a run that waited and is decided',
    promotion: noFailure,
    cases: people,
    act: async (library) => {
      await library.run('eval diff', 1);
      await labelNewest(library);
    },
    unmet: [],
  },
  {
    what: 'the best of two runs whose budget ends before the judge is asked, chosen by reading',
    promotion: noFailure,
    cases: judged,
    act: async ({ run }) => {
      await run('eval diff --max-calls 4 --allow-short-budget', 3);
      await run('eval diff --max-calls 4 --allow-short-budget', 3);
      await run('eval diff --resume --max-calls 99');
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'the best of two runs whose judge has no key at first',
    promotion: noFailure,
    cases: judged,
    act: async ({ run, fails }) => {
      fails((model) => (model === 'claude-j' ? { status: 401 } : null));
      await run('eval diff', 3);
      fails(() => null);
      await run('eval diff');
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'a run whose budget ended before the judge was asked, resumed and decided',
    promotion: noFailure,
    cases: judged,
    act: async ({ run }) => {
      await run('eval diff --max-calls 4 --allow-short-budget', 3);
      await run('eval diff --resume --max-calls 99');
    },
    unmet: [],
  },
  {
    what: 'an outage of the judge before any red trial',
    promotion: noFailure,
    cases: judged,
    act: async ({ run, fails }) => {
      fails((model) => (model === 'claude-j' ? 'hang' : null));
      await run('eval diff', 3);
      fails(() => null);
      await run('eval diff');
    },
    unmet: [],
  },
  {
    what: 'a budget that ended after trials that passed',
    promotion: noFailure,
    act: async ({ run }) => {
      await run('eval diff --max-calls 2 --allow-short-budget', 3);
      await run('eval diff');
    },
    unmet: [],
  },
];

/** Edits the lines of a file that have this text. */
const edit = (text: string, change: (line: string) => string) => (lines: readonly string[]) =>
  lines.map((line) => (line.includes(text) ? change(line) : line));
const passing = (line: string) =>
  line
    .replace('"all_passed":false', '"all_passed":true')
    .replace('"passed":0', '"passed":1')
    .replace('"failed_cases":["one"]', '"failed_cases":[]')
    .replaceAll('"outcome":"failed"', '"outcome":"passed"')
    .replace(/"failed":1,"open":0}/, '"failed":0,"open":0}')
    .replace('"passed":0,"failed":0', '"passed":1,"failed":0')
    .replace('"red":true,"red_trial":true', '"red":false,"red_trial":false');

async function redThenGreen({ run, says }: Attacked): Promise<void> {
  says('bad');
  await run('eval diff', 1);
  says('good');
  await run('eval diff');
}

const edits: readonly Attack[] = [
  {
    what: 'row and attempt of the red run that decides, edited, while its folder says failed',
    promotion: noFailure,
    act: async ({ run, says, rewrite }) => {
      says('bad');
      await run('eval diff', 1);
      rewrite('.eval.jsonl', (lines) => lines.map(passing));
      rewrite('.attempts.jsonl', (lines) => lines.filter((line) => !line.includes('"event":"red"')).map(passing));
    },
    unmet: ['eval'],
  },
  {
    what: 'the same edits of an earlier red run',
    promotion: noFailure,
    act: async (library) => {
      await redThenGreen(library);
      library.rewrite('.eval.jsonl', (lines) => lines.map(passing));
      library.rewrite('.attempts.jsonl', (lines) =>
        lines.filter((line) => !line.includes('"event":"red"')).map(passing),
      );
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'the row of a later red run, said to be of another prompt',
    promotion: noLimit,
    act: async ({ run, says, rewrite }) => {
      await run('eval diff');
      says('bad');
      await run('eval diff', 1);
      rewrite('.eval.jsonl', (lines) =>
        lines.map((line, at) => (at === 1 ? line.replace('"id":"diff"', '"id":"x"') : line)),
      );
    },
    unmet: ['eval'],
  },
  {
    what: 'the begin line of a later red run, dated before the green one',
    promotion: noLimit,
    act: async ({ run, says, rewrite, root }) => {
      await run('eval diff');
      says('bad');
      await run('eval diff', 1);
      rmSync(join(root, '.eva'), { recursive: true });
      rewrite('.attempts.jsonl', (lines) =>
        lines.map((line, at) => (at === 2 ? line.replace(/"ts":"[^"]+"/, '"ts":"2020-01-01T00:00:00.000Z"') : line)),
      );
    },
    unmet: ['eval'],
  },
  {
    what: 'a replay after a red run, whose row says that it asked a model',
    promotion: noLimit,
    act: async ({ run, says, rewrite }) => {
      await run('eval diff --record');
      says('bad');
      await run('eval diff', 1);
      await run('eval diff --replay');
      const asked = '"sources":{"asked":3,"runs":[],';
      rewrite('.eval.jsonl', (lines) =>
        lines.map((line) => line.replace(/"sources":{"asked":0,"runs":\[[^\]]*\],/, asked)),
      );
    },
    unmet: ['eval'],
  },
  {
    what: 'recordings of a green run before a red one, said to be newer',
    promotion: noLimit,
    act: async ({ run, says, rewrite }) => {
      await run('eval diff --record');
      says('bad');
      await run('eval diff', 1);
      const ts = `"ts":"${new Date().toISOString()}"`;
      rewrite('prompts/diff/recordings.jsonl', (lines) => lines.map((line) => line.replace(/"ts":"[^"]+"/, ts)));
      await run('eval diff --replay');
    },
    unmet: ['eval'],
  },
  {
    what: 'a row that an old eva seems to have written, without an attempt',
    promotion: noFailure,
    act: async ({ root, run, rewrite }) => {
      await run('eval diff');
      rewrite('.eval.jsonl', ([line = '']) => {
        const { try: _try, sources: _sources, ...row } = JSON.parse(line);
        return [JSON.stringify({ ...row, run_id: 'old' })];
      });
      rmSync(join(root, '.attempts.jsonl'));
    },
    unmet: ['real'],
  },
  {
    what: 'a green row of a run that never ended',
    promotion: noLimit,
    act: async ({ run, rewrite }) => {
      await run('eval diff');
      rewrite('.attempts.jsonl', (lines) => lines.filter((line) => !line.includes('"event":"end"')));
    },
    unmet: ['eval'],
  },
  {
    what: 'a conflict marker before the lines of a red run',
    promotion: noFailure,
    act: async (library) => {
      await redThenGreen(library);
      const [red = ''] = attemptsOf(library.root).map(({ run_id }) => run_id);
      for (const log of logs)
        library.rewrite(
          log,
          edit(red, (line) => `<<<<<<< HEAD ${line}`),
        );
      rmSync(join(library.root, '.eva'), { recursive: true });
    },
    unmet: ['failed_runs'],
  },
  {
    what: 'a conflict marker before the lines of a later red run, behind which the green one is moved',
    promotion: noLimit,
    act: async (library) => {
      await greenThenRed(library, '');
      const red = attemptsOf(library.root).at(-1)?.run_id ?? '';
      for (const log of logs) {
        library.rewrite(
          log,
          edit(red, (line) => `<<<<<<< HEAD ${line}`),
        );
        library.rewrite(log, turned);
      }
      rmSync(join(library.root, '.eva'), { recursive: true });
    },
    unmet: ['log'],
  },
  {
    what: 'a line that a crash cut, before the green run, without a limit',
    promotion: noLimit,
    act: async ({ run, root }) => {
      for (const log of logs.slice(0, 1)) writeFileSync(join(root, log), '{"ts":"2026-');
      await run('eval diff');
    },
    unmet: [],
  },
];

async function attacked(t: TestContext, { promotion, cases = evalFile }: Attack): Promise<Attacked> {
  let said = 'good';
  let faultOf: (model: unknown) => Fault = () => null;
  const meta = goodMeta.replace('status: draft', `status: tested\npromotion: ${promotion}`);
  const library = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': cases, 'prompts/diff/meta.yml': meta },
    answer: ({ model }) => (model === 'claude-j' ? { tool_input: { reason: 'so it is', score: 5 } } : said),
    faults: (_number, { body: { model } }) => faultOf(model),
  });
  return {
    ...library,
    says: (text) => {
      said = text;
    },
    fails: (faults) => {
      faultOf = faults;
    },
    run: async (line, exitCode = 0) => {
      const ended = await library.eva(...line.trim().split(' '));
      assert.equal(ended.exitCode, exitCode, `${line}: ${ended.stdout}${ended.stderr}`);
    },
    rewrite: (file, edit) => {
      const path = join(library.root, file);
      assert.ok(existsSync(path), file);
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      writeFileSync(path, `${edit(lines).join('\n')}\n`);
    },
  };
}

for (const attack of [...byAnotherId, ...byOrder, ...unjudged, ...edits]) {
  test(`${attack.what}: ${attack.unmet.join(', ') || 'allowed'}`, async (t) => {
    const library = await attacked(t, attack);
    await attack.act(library);
    const { exitCode, stdout, stderr } = await library.eva('promote', attack.id ?? 'diff', '--check', '--json');
    assert.equal(exitCode, attack.unmet.length === 0 ? 0 : 1, stdout + stderr);
    const { gates } = JSON.parse(stdout) as { readonly gates: readonly { gate: string; met: boolean }[] };
    const unmet = gates.filter(({ met }) => !met).map(({ gate }) => gate);
    assert.ok(
      attack.unmet.every((gate) => unmet.includes(gate)),
      stdout,
    );
  });
}

const journals: readonly (readonly [string, (lines: readonly string[]) => readonly string[], number])[] = [
  ['from which a bad reply was taken out', ([head = '', _bad, ...others]) => [head, ...others], 3],
  ['whose bad reply was damaged', ([head = '', bad = '', ...others]) => [head, bad.slice(0, 40), ...others], 3],
  ['whose lines lost their numbers', (lines) => lines.map((line) => line.replace(/,"n":\d+}$/, '}')), 3],
  ['whose last line a crash cut', (lines) => [...lines.slice(0, -1), `${lines.at(-1)}`.slice(0, 40)], 0],
  ['as eva wrote it', (lines) => lines, 0],
];
for (const [what, change, exitCode] of journals) {
  test(`a journal ${what}: its resume ends with exit code ${exitCode}`, async (t) => {
    const library = await attacked(t, { what, promotion: noLimit, act: () => undefined, unmet: [] });
    await library.run('eval diff --max-calls 2 --allow-short-budget', 3);
    const [run = ''] = runsIn(library.root);
    library.rewrite(`.eva/runs/${run}/journal.jsonl`, change);
    await library.run('eval diff --resume --max-calls 99', exitCode);
    const asked = library.server.requests.length;
    if (exitCode === 3) assert.equal(asked, 2, 'no call is made');
    if (exitCode === 0 && what.includes('crash')) {
      assert.equal(asked, 4, 'the reply that was cut is asked for again');
    }
  });
}

test('a run that is cut and resumed twice keeps the numbers of its lines without a gap', async (t) => {
  const library = await attacked(t, { what: '', promotion: noLimit, act: () => undefined, unmet: [] });
  await library.run('eval diff --max-calls 1 --allow-short-budget', 3);
  const [run = ''] = runsIn(library.root);
  const journal = join(library.root, '.eva/runs', run, 'journal.jsonl');
  for (const [calls, code] of [
    [2, 3],
    [99, 0],
  ] as const) {
    appendFileSync(journal, '{"key":"0123');
    await library.run(`eval diff --resume --max-calls ${calls} --allow-short-budget`, code);
  }
  const numbers = readFileSync(journal, 'utf8').match(/"n":\d+}$/gm);
  assert.deepEqual(
    numbers,
    numbers?.map((_, at) => `"n":${at + 1}}`),
  );
});
