import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { matchesGolden } from '../support/golden.js';
import { lastRow } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';
import { newestRun } from './dataset/ticket-library.js';

/** The prompts whose evidence, keys and rows were noted before bodies, variants and tools existed. */
const prompts = [
  'commit-message',
  'extract-invoice',
  'handbook-answers',
  'invoice-fields',
  'page-on-call',
  'password-reset',
  'release-notes',
  'sql-review',
  'support-reply',
  'surgical-diff',
  'ticket-class',
  'triage-ticket',
];

/** Fields that differ between two runs of the same files. */
const circumstances = ['ts', 'run_id', 'duration_s', 'eva_version', 'started_at', 'requested'];

function lasting(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(lasting);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !circumstances.includes(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, lasting(part)]));
}

function linesOf(file: string): readonly JsonValue[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonValue);
}

function digestOf(value: JsonValue): string {
  return sha256(canonicalJson(lasting(value)));
}

/** Returns a function that finds the replies that the verdicts of a run use. How many more were asked depends on the time of the replies. */
function usedIn({ cases }: { readonly cases: readonly { name: string; trials: readonly { index: number }[] }[] }) {
  const used = new Map(cases.map(({ name, trials }) => [name, new Set(trials.map(({ index }) => index))]));
  return (line: JsonValue): line is JsonObject => {
    const draw = isObject(line) ? line['draw'] : null;
    if (!isObject(line) || !isObject(draw)) return false;
    return used.get(String(line['case']))?.has(Number(draw['trial'])) ?? true;
  };
}

/** Runs a prompt on its recordings. Returns everything of its run that must not change. */
async function noteOf(t: TestContext, id: string): Promise<string> {
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  const { exitCode, stderr } = await runEva(['eval', id, '--replay', '--trust'], { cwd: root });
  assert.ok(exitCode === 0 || exitCode === 1, stderr);
  const dir = newestRun(root);
  const plan = JSON.parse(readFileSync(join(dir, 'plan.json'), 'utf8'));
  const result = JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8'));
  const isUsed = usedIn(result);
  const keys = linesOf(join(dir, 'journal.jsonl')).flatMap((line) => (isUsed(line) ? [line['key'] ?? null] : []));
  const notes = {
    evidence: plan.evidence,
    plan: digestOf(plan),
    reply_keys: { number: keys.length, digest: digestOf([...keys].sort()) },
    trials: digestOf(result.cases),
    row: digestOf(lastRow(root) as unknown as JsonValue),
    recordings: sha256(readFileSync(join(root, 'prompts', id, 'recordings.jsonl'), 'utf8')),
  };
  const text = JSON.stringify(notes).replace(/([\da-f]{16})[\da-f]{48}/g, '$1');
  return `${id} ${text}\n`;
}

test('evidence, plans, keys, trials, rows and recordings of existing prompts are what they were', async (t) => {
  const notes: string[] = [];
  for (const id of prompts) notes.push(await noteOf(t, id));
  matchesGolden('promises/unchanged-library', notes.join(''));
});
