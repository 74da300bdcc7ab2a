import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

type Decision = 'yes' | 'no' | 'contradictory' | 'unreadable' | 'unreadable once, then yes' | 'cut' | 'refused';

/** The decisions of the fake trigger judge for each query of two prompts of the example library. */
const decisions: Readonly<Record<string, Readonly<Record<string, Decision>>>> = {
  'support-reply': {
    'a customer says her parcel is two weeks late, what do I write back?': 'yes',
    "draft an answer to this refund request, he's past the 30 days": 'yes',
    'help me reply to an angry email about a broken blender': 'no',
    'customer asks in Spanish where her reimbursement is, please answer': 'contradictory',
    'someone wants to know if we can exchange the pan for a bigger one, need a friendly reply': 'unreadable',
    "summarise this week's tickets for the Monday meeting": 'no',
    'write a newsletter announcing our autumn sale': 'no',
    'issue a 20 EUR refund for order OL-58213': 'yes',
    'translate our returns policy into French for the website': 'unreadable',
    'reply to the landlord about the broken heating in our office': 'contradictory',
  },
  'sql-review': {
    'can I merge this migration? it adds an index to events': 'yes',
    "review the ALTER TABLE in PR 812 before tonight's deploy": 'unreadable once, then yes',
    'will this backfill lock the accounts table?': 'yes',
    'is dropping the legacy_total column safe while the app is running?': 'no',
    'second pair of eyes on 20261119_add_fk.sql please': 'cut',
    'write a query that lists customers without orders': 'no',
    'why does this SELECT take 40 seconds?': 'yes',
    'design a schema for a booking system': 'yes',
    'review my React component for accessibility': 'no',
    'explain the difference between INNER JOIN and LEFT JOIN': 'refused',
  },
};

const expected = {
  'support-reply': {
    triggering: { should_match: { hits: 2, total: 5 }, should_not_match: { false_alarms: 1, total: 5 } },
    passed: 4,
    failed: [
      'should_match: help me reply to an angry email about a broken blender',
      'should_match: customer asks in Spanish where her reimbursement is, please answer',
      'should_match: someone wants to know if we can exchange the pan for a bigger one, need a friendly reply',
      'should_not_match: issue a 20 EUR refund for order OL-58213',
      'should_not_match: translate our returns policy into French for the website',
      'should_not_match: reply to the landlord about the broken heating in our office',
    ],
  },
  'sql-review': {
    triggering: { should_match: { hits: 3, total: 5 }, should_not_match: { false_alarms: 2, total: 5 } },
    passed: 5,
    failed: [
      'should_match: is dropping the legacy_total column safe while the app is running?',
      'should_match: second pair of eyes on 20261119_add_fk.sql please',
      'should_not_match: why does this SELECT take 40 seconds?',
      'should_not_match: design a schema for a booking system',
      'should_not_match: explain the difference between INNER JOIN and LEFT JOIN',
    ],
  },
} as const;

function reply(decision: Decision, asked: number): FakeReply {
  const call = (said: string) => ({
    type: 'tool_use',
    id: 'toolu_1',
    name: 'decision',
    input: { reason: 'so', decision: said },
  });
  switch (decision) {
    case 'yes':
      return { tool_input: { reason: 'it asks for it', decision: 'YES' } };
    case 'no':
      return { tool_input: { reason: 'it asks for something else', decision: 'NO' } };
    case 'contradictory':
      return { content: [call('YES'), call('NO')], stop_reason: 'tool_use' };
    case 'unreadable':
      return { tool_input: { reason: 'it depends', decision: 'MAYBE' } };
    case 'unreadable once, then yes':
      return asked === 1 ? reply('unreadable', asked) : reply('yes', asked);
    case 'cut':
      return { tool_input: { reason: 'it asks', decision: 'YES' }, stop_reason: 'max_tokens' };
    case 'refused':
      return { tool_input: { reason: 'it asks', decision: 'NO' }, stop_reason: 'refusal' };
  }
}

for (const id of ['support-reply', 'sql-review'] as const) {
  test(`triggering of ${id}: right, wrong, contradictory and unreadable decisions are counted separately`, async (t) => {
    const asked = new Map<string, number>();
    const queries = Object.entries(decisions[id] ?? {});
    const bodies: string[] = [];
    const server = await startFakeMessagesApi({
      answer: (request) => {
        const text = JSON.stringify(request);
        const found = queries.find(([query]) => text.includes(JSON.stringify(query).slice(1, -1)));
        if (request.tool_choice?.name === 'verdict') return { tool_input: { reason: 'fine', score: 5 } };
        if (!found || (request.tools === undefined && !text.includes('DECISION'))) return 'not what the checks want';
        bodies.push(text);
        const [query, decision] = found;
        asked.set(query, (asked.get(query) ?? 0) + 1);
        return reply(decision, asked.get(query) ?? 0);
      },
    });
    t.after(() => server.close());
    const root = tempLibrary(t, {});
    cpSync('prompts', join(root, 'prompts'), { recursive: true });
    const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
    const output = await runEva(['eval', id, '--json'], { cwd: root, env });
    assert.equal(output.exitCode, 1, output.stderr);
    const result = JSON.parse(output.stdout);
    assert.deepEqual(result.triggering, expected[id].triggering);
    const isQuery = (name: string) => name.startsWith('should_');
    assert.deepEqual(result.failed_cases.filter(isQuery), expected[id].failed);
    const passedQueries = result.cases.filter(
      (one: { kind: string; passed: boolean }) => one.kind === 'trigger' && one.passed,
    );
    assert.equal(passedQueries.length, expected[id].passed);
    const opening = readFileSync(join('prompts', id, 'prompt.xml'), 'utf8').slice(0, 60);
    assert.ok(
      bodies.every((body) => !body.includes(JSON.stringify(opening).slice(1, -1))),
      'the body is never shown',
    );
    for (const [query, decision] of queries) {
      const once = decision === 'yes' || decision === 'no';
      assert.equal(asked.get(query), once ? 1 : 2, `${query}: asked again once where nothing could be read`);
    }
  });
}

test('a run with --case has no queries', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => 'Verdict: SAFE\nnothing to change' });
  t.after(() => server.close());
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const output = await runEva(['eval', 'sql-review', '--case', 'constant-default-is-safe', '--json'], {
    cwd: root,
    env,
  });
  const result = JSON.parse(output.stdout);
  assert.deepEqual([result.total, result.triggering, result.partial], [1, null, true]);
});
