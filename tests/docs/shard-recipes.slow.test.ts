import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { githubParser } from '../support/github-parser.js';
import {
  allCalls,
  comparable,
  concurrency,
  type KillAfter,
  type Machines,
  machines,
  rowsOfOne,
} from '../support/recipe-machines.js';
import { rowsIn } from '../support/rows-in.js';

const examples = join(process.cwd(), 'examples/ci');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | boolean>>;
}

/** Runs jobs of a workflow as GitHub does: artifacts belong to the run of the workflow, and a name can be used once. */
class WorkflowRun {
  readonly #machines: Machines;
  readonly #artifacts: string;

  constructor(own: Machines) {
    this.#machines = own;
    this.#artifacts = mkdtempSync(join(own.home, 'artifacts-'));
  }

  async job(
    { steps, env = {} }: { readonly steps: readonly Step[]; readonly env?: Readonly<Record<string, string>> },
    context: Readonly<Record<string, string>>,
    kills: KillAfter = [],
  ) {
    const root = this.#machines.machine();
    const filled = (text: unknown) => String(text).replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name) => context[name] ?? '');
    const variables = {
      ...env,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '77',
      GITHUB_STEP_SUMMARY: join(root, 'summary'),
    };
    let exitCode: number | null = 0;
    let printed = '';
    for (const step of steps) {
      if (exitCode !== 0 && step.if !== 'always()') continue;
      if (step.run !== undefined) {
        const isEval = step.run.includes('eva eval');
        const output = await this.#machines.run(filled(step.run), root, variables, isEval ? kills : []);
        exitCode = output.exitCode ?? 137;
        printed += output.stdout + output.stderr;
      }
      const { name, pattern, path, 'merge-multiple': isMerged } = step.with ?? {};
      if (step.uses?.startsWith('actions/download-artifact@'))
        this.#download(filled(pattern), join(root, filled(path)), isMerged === true);
      if (step.uses?.startsWith('actions/upload-artifact@')) this.#upload(filled(name), root, filled(path).split('\n'));
    }
    return { root, exitCode, printed };
  }

  #upload(name: string, root: string, paths: readonly string[]): void {
    const folder = join(this.#artifacts, name);
    assert.equal(existsSync(folder), false, `409: an artifact has the name ${name}`);
    const there = paths.filter((path) => existsSync(join(root, path)));
    // the root of an artifact is the common folder of its paths
    for (const path of there)
      cpSync(join(root, path), there.length === 1 ? folder : join(folder, path), { recursive: true });
  }

  #download(pattern: string, folder: string, isMerged: boolean): void {
    const isNamed = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
    for (const name of readdirOf(this.#artifacts).filter((one) => isNamed.test(one)))
      cpSync(join(this.#artifacts, name), isMerged ? folder : join(folder, name), { recursive: true });
  }
}

function readdirOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

test("GitHub's own parser finds no mistake in the workflow of shards", async () => {
  const { inWorkflow } = await githubParser();
  assert.deepEqual(inWorkflow(readFileSync(join(examples, 'github/shards.yml'), 'utf8')), []);
});

/** How many tasks are killed, each at a random moment. */
for (const kills of [0, 1, 2, 3, 4, 5]) {
  const moments = [1, 2, 3, 4, 5].map((task) => (task <= kills ? [1 + Math.floor(Math.random() * 12)] : []));

  test(`GitHub: ${kills} of 5 jobs are killed, after ${moments.flat().join(', ')} calls, and run again`, async (t) => {
    const own = await machines(t);
    const expected = await rowsOfOne(own);
    const before = own.server.requests.length;
    assert.equal(before, allCalls);
    const { jobs } = parse(readFileSync(join(examples, 'github/shards.yml'), 'utf8'));
    const workflow = new WorkflowRun(own);
    const shards: readonly number[] = jobs.shard.strategy.matrix.shard;
    const attempt = async (number: number, failed: readonly number[]) => {
      const again: number[] = [];
      for (const shard of failed) {
        const context = { 'matrix.shard': String(shard), 'github.run_attempt': String(number) };
        const { exitCode } = await workflow.job(jobs.shard, context, number === 1 ? moments[shard - 1] : []);
        if (exitCode !== 0) again.push(shard);
      }
      return { again, merged: await workflow.job(jobs.merge, { 'github.run_attempt': String(number) }) };
    };
    let { again, merged } = await attempt(1, shards);
    assert.equal(again.length, kills);
    if (kills > 0) {
      assert.equal(merged.exitCode, 3, merged.printed);
      ({ again, merged } = await attempt(2, again));
    }
    assert.equal(merged.exitCode, 0, merged.printed);
    assert.deepEqual(rowsIn(merged.root).map(comparable), expected);
    assert.ok(own.server.requests.length - before <= allCalls + kills * concurrency);
  });

  test(`Kubernetes: ${kills} of 5 pods are killed, after ${moments.flat().join(', ')} calls, and started again`, async (t) => {
    const own = await machines(t);
    const expected = await rowsOfOne(own);
    const before = own.server.requests.length;
    const results = join(own.home, 'results');
    mkdirSync(results);
    const jobOf = (file: string) =>
      parse(readFileSync(join(examples, 'kubernetes', file), 'utf8').replaceAll('/results', results)).spec;
    const { completions, backoffLimitPerIndex, podFailurePolicy, template } = jobOf('shards.yml');
    const [container] = template.spec.containers;
    for (let index = 0; index < completions; index++) {
      let exitCode: number | null = null;
      for (let failures = 0; exitCode !== 0 && failures <= backoffLimitPerIndex; failures++) {
        const variables: Record<string, string> = {
          JOB_COMPLETION_INDEX: String(index),
          HOSTNAME: `eva-shards-${index}`,
        };
        for (const { name, value, valueFrom } of container.env)
          if (value !== undefined) variables[name] = value;
          else if (valueFrom.fieldRef) variables[name] = '8a1d2f60-0000-4000-8000-000000000000';
        const words: readonly string[] = container.command.map((word: string) =>
          word.replace(/\$\((\w+)\)/g, (_, name) => variables[name] ?? ''),
        );
        const script = `npm ci && ${words.map((word) => `'${word}'`).join(' ')}`;
        const output = await own.run(script, own.machine(), variables, failures === 0 ? moments[index] : []);
        exitCode = output.exitCode ?? 137;
        assert.ok(!podFailurePolicy.rules[1].onExitCodes.values.includes(exitCode), output.stderr);
      }
      assert.equal(exitCode, 0);
    }
    const root = own.machine();
    const [, , script] = jobOf('merge.yml').template.spec.containers[0].command;
    const merged = await own.run(`npm ci\n${script}`, root, {});
    assert.equal(merged.exitCode, 0, merged.stderr);
    assert.deepEqual(rowsIn(results).map(comparable), expected);
    assert.ok(own.server.requests.length - before <= allCalls + kills * concurrency);
  });
}
