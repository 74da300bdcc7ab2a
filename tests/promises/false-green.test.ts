import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { describe, type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { codeIn, type Evaluated, evaluate, libraryOf } from './evaluate.js';
import { type Fixture, fixtures, greenAnswer, greenCase, greenDecision, greenVerdict } from './false-green-fixtures.js';

const defaults = { model: 'claude-opus-4-7', judge: { model: 'claude-haiku-4-5' } };
const counted = { fixtures: 0, rows: 0, green: 0 };

/** The green run, changed as a fixture says. */
async function runFixture(t: TestContext, fixture: Partial<Fixture>): Promise<Evaluated> {
  const { answer = greenAnswer, verdict = greenVerdict, decision = greenDecision, faults = [] } = fixture;
  const server = await startFakeMessagesApi({
    faults,
    answer: (request) => {
      if (request.system === undefined) return codeIn(request) === 'EMPTY' ? '' : answer;
      return request.tool_choice?.name === 'decision' ? decision : verdict;
    },
  });
  t.after(() => server.close());
  const happy = Object.entries({ ...greenCase, ...fixture.happy }).filter(([, value]) => value !== null);
  const document = { defaults, ...(fixture.document ?? { cases: [Object.fromEntries(happy)] }) };
  const root = libraryOf(t, document, fixture.files);
  if (fixture.recordings) writeRecordings(root, fixture.recordings(await recordedLines(t)));
  const evaluated = await evaluate(root, fixture.down ? 'http://127.0.0.1:1' : server.url, fixture.args);
  if (fixture.requests !== undefined) assert.equal(server.requests.length, fixture.requests, evaluated.told);
  return evaluated;
}

/** What `--record` keeps of the green run. */
async function recordedLines(t: TestContext): Promise<readonly string[]> {
  const server = await startFakeMessagesApi({
    answer: (request) => (request.system === undefined ? greenAnswer : greenVerdict),
  });
  t.after(() => server.close());
  const root = libraryOf(t, { defaults, cases: [greenCase] });
  const recorded = await evaluate(root, server.url, ['--record']);
  assert.equal(recorded.exitCode, 0, recorded.told);
  return readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8').trimEnd().split('\n');
}

function writeRecordings(root: string, lines: readonly string[]): void {
  writeFileSync(join(root, 'prompts/diff/recordings.jsonl'), lines.map((line) => `${line}\n`).join(''));
}

test('the run that every fixture is a change of is green', async (t) => {
  const plain = await runFixture(t, {});
  assert.deepEqual([plain.exitCode, plain.rows.length, plain.rows[0]?.all_passed], [0, 1, true], plain.told);
  const replayed = await runFixture(t, { args: ['--replay'], recordings: (lines) => lines });
  assert.deepEqual([replayed.exitCode, replayed.rows[0]?.all_passed], [0, true], replayed.told);
  const queries = { triggering: { should_match: ['change x'] } };
  const triggered = await runFixture(t, { document: queries });
  assert.deepEqual([triggered.exitCode, triggered.rows[0]?.all_passed], [0, true], triggered.told);
});

describe('never green:', { concurrency: 24 }, () => {
  for (const fixture of fixtures) {
    test(`${fixture.title}: exit ${fixture.exitCode}`, async (t) => {
      const { exitCode, rows, told } = await runFixture(t, fixture);
      counted.fixtures += 1;
      counted.rows += rows.length;
      counted.green += rows.filter((row) => row.all_passed !== false).length;
      assert.equal(exitCode, fixture.exitCode, told);
      assert.equal(rows.length, fixture.exitCode === 1 ? 1 : 0, 'a finished run has a row, no other has');
      assert.doesNotMatch(told, /\n\s+at .*:\d+:\d+|undefined|NaN|\[object Object\]/, told);
    });
  }
});

test('0 green rows over all fixtures', () => {
  assert.ok(counted.fixtures >= 40, `${counted.fixtures} fixtures`);
  assert.equal(counted.fixtures, fixtures.length);
  assert.ok(counted.rows >= 20, `${counted.rows} rows`);
  assert.equal(counted.green, 0);
});
