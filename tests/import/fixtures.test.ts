import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { spawnEva } from '../promises/spawn-eva.js';
import { runEva } from '../support/run-eva.js';
import { treeHash } from '../support/tree-hash.js';
import {
  configOf,
  expectedOf,
  fixtureNames,
  fixtureRoot,
  judgedFixtures,
  type Listed,
  listOf,
  fixtureNames as names,
} from './fixture-configs.js';
import { filesIn, freshFolder, type ImportReport, importFixture, type ListedPart, textOf } from './imported-library.js';

test('thirty configurations cover each row of the mapping tables', () => {
  assert.equal(names.length, 30);
  const { 'not covered': notCovered, ...groups } = parse(readFileSync(join(fixtureRoot, 'rows.yml'), 'utf8')) as Record<
    string,
    readonly string[]
  >;
  const covered = names.flatMap((name) => expectedOf(name).covers);
  assert.deepEqual([...new Set(covered)].sort(), Object.values(groups).flat().sort());
  assert.deepEqual(notCovered, ['template.filter.json']);
});

test('more than half of them import fully, some mostly, and the others not', () => {
  const outcomes = names.map((name) => expectedOf(name).outcome);
  const counts = ['full', 'mostly', 'not'].map((outcome) => outcomes.filter((other) => other === outcome).length);
  assert.deepEqual(counts, [18, 7, 5]);
});

test('each thing that is left out is written at its line', () => {
  for (const name of names) {
    const lines = readFileSync(configOf(name), 'utf8').split('\n');
    const { left_out, replaced = [] } = expectedOf(name);
    for (const { line, file, what } of [...left_out, ...replaced]) {
      if (line === undefined || file !== undefined) continue;
      const found = listOf(line).some((at) => listOf(what).some((text) => lines[at - 1]?.includes(text)));
      assert.ok(found, `${name}:${line} has ${what}`);
    }
  }
});

test('assertions that are not carried are listed', () => {
  for (const name of names) {
    const { assertions, left_out } = expectedOf(name);
    if (assertions?.carried === undefined) continue;
    const listed = left_out.filter(({ kind }) => kind === 'assertion').length;
    assert.equal(assertions.found - assertions.carried, listed, name);
  }
});

test('ten of them say which cases pass against a stand-in model', () => {
  assert.equal(judgedFixtures.length, 10);
});

const model = 'claude-opus-4-7';

const exitCodes = { full: 0, mostly: 1, not: 2 } as const;

/** What doctor says of keys and of trust is about the machine, not about the library. */
const aboutMachine = ['EVA_NO_KEY', 'EVA_NOT_TRUSTED'];

function fits(part: ListedPart, { kind, line, file, what }: Listed): boolean {
  const said = `${part.what} ${part.reason}`;
  const isThere = file === undefined ? part.at.file.startsWith('promptfooconfig.') : part.at.file === file;
  const isAtLine = line === undefined || listOf(line).some((one) => one === part.at.line);
  return listOf(kind).includes(part.kind) && isThere && isAtLine && listOf(what).some((text) => said.includes(text));
}

function inWords({ kind, what, at }: ListedPart): string {
  return `${kind} ${what} at ${at.file}:${at.line}`;
}

/** Returns what is not listed although it must be. */
function missing(wanted: readonly Listed[], parts: readonly ListedPart[]): readonly Listed[] {
  return wanted.filter((one) => !parts.some((part) => fits(part, one)));
}

/** Returns what is listed although nobody expects it. */
function surplus(parts: readonly ListedPart[], wanted: readonly Listed[], allowed: readonly string[]) {
  const isAllowed = ({ what }: ListedPart) => allowed.some((text) => what.includes(text));
  return parts.filter((part) => !isAllowed(part) && !wanted.some((one) => fits(part, one))).map(inWords);
}

for (const name of fixtureNames) {
  const { left_out, replaced = [], may_list = [], never = [], ...expected } = expectedOf(name);

  function holdsCounts({ outcome, prompts, tests, assertions, left_out: left }: ImportReport): void {
    assert.deepEqual(
      { prompts: prompts.length, tests, assertions },
      {
        prompts: expected.prompts,
        tests: { found: expected.tests, carried: expected.tests },
        assertions: expected.assertions,
      },
      outcome,
    );
    assert.equal(assertions.found - assertions.carried, left.filter(({ kind }) => kind === 'assertion').length);
  }

  test(`${name} comes out as it was computed by hand, with nothing lost silently`, async (t) => {
    const { exitCode, stdout, report, library } = await importFixture(t, name);
    assert.equal(report.outcome, expected.outcome);
    assert.equal(exitCode, exitCodes[expected.outcome]);
    for (const text of never) assert.ok(!stdout.includes(text), text);
    if (expected.outcome === 'not') {
      assert.deepEqual(missing(left_out, [...report.left_out, ...report.blocked_by]), []);
      assert.deepEqual(filesIn(library), []);
      assert.notEqual(report.reason, null);
      return;
    }
    holdsCounts(report);
    assert.deepEqual(missing(left_out, report.left_out), []);
    assert.deepEqual(missing(replaced, report.replaced), []);
    assert.deepEqual(surplus(report.left_out, left_out, may_list), []);
    assert.deepEqual(surplus(report.replaced, replaced, may_list), []);
    assert.deepEqual(report.blocked_by, []);
  });

  test(`${name} with --model comes out as it was computed by hand`, async (t) => {
    const { exitCode, report, library } = await importFixture(t, name, ['--model', model]);
    assert.equal(report.outcome, expected.with_model_outcome);
    assert.equal(exitCode, exitCodes[expected.with_model_outcome]);
    const parts = [...report.left_out, ...report.replaced, ...report.blocked_by];
    assert.deepEqual(missing([...left_out, ...replaced], parts), []);
    if (report.outcome === 'not') return assert.deepEqual(filesIn(library), []);
    holdsCounts(report);
    assert.deepEqual(surplus(parts, [...left_out, ...replaced], may_list), []);
  });

  if (expected.with_model_outcome === 'not') continue;
  const flags = expected.outcome === 'not' ? ['--model', model] : [];

  test(`the library of ${name} passes doctor, and each of its prompts can be planned`, async (t) => {
    const { report, library } = await importFixture(t, name, flags);
    const { exitCode, stdout } = await runEva(['doctor', '--json'], { cwd: library });
    const found = JSON.parse(stdout) as Doctor;
    const problems = [...found.library, ...found.prompts.flatMap((prompt) => prompt.problems)];
    assert.deepEqual(
      problems.filter(({ code }) => !aboutMachine.includes(code)).map(({ message }) => message),
      [],
    );
    assert.equal(exitCode, 0);
    await runEva(['trust', '--yes'], { cwd: library });
    for (const id of report.prompts) {
      const plan = await runEva(['plan', id], { cwd: library });
      assert.equal(plan.exitCode, 0, `${id}: ${plan.stderr}${plan.stdout}`);
    }
    for (const text of never)
      for (const file of filesIn(library)) assert.ok(!textOf(join(library, file)).includes(text));
  });

  test(`a second import of ${name} is refused, and a dry run writes nothing`, async (t) => {
    const { report, library } = await importFixture(t, name, flags);
    const before = treeHash(library);
    const again = await runEva(['import', 'promptfoo', configOf(name), '--into', library, ...flags], { cwd: library });
    assert.equal(again.exitCode, 2);
    assert.match(again.stderr, /EVA_EXISTS/);
    assert.equal(treeHash(library), before);
    const dry = await importFixture(t, name, [...flags, '--dry-run']);
    assert.deepEqual(dry.report, report);
    assert.equal(existsSync(dry.library), false);
  });
}

interface Doctor {
  readonly library: readonly { readonly code: string; readonly message: string }[];
  readonly prompts: readonly { readonly problems: readonly { readonly code: string; readonly message: string }[] }[];
}

test('the command itself ends with 0 if all is carried over, 1 if something is left out, and 2 if nothing is written', async (t) => {
  for (const [name, exitCode] of [
    ['01-ticket-labels', 0],
    ['23-weights-and-sets', 1],
    ['26-red-team', 2],
  ] as const) {
    const library = freshFolder(t);
    const args = ['import', 'promptfoo', configOf(name), '--into', library];
    const ended = await spawnEva(args, { cwd: join(library, '..'), env: {} });
    assert.equal(ended.exitCode, exitCode, ended.stderr);
    assert.match(ended.stdout, new RegExp(`${name}/promptfooconfig.yaml`));
    assert.equal(existsSync(library), exitCode < 2);
  }
});
