import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sha256 } from '#model/data/digest.js';
import { openLibrary } from '../promises/open-library.js';

/** A library with every kind of evidence. */
const files = {
  'eva.yml': `defaults: { temperature: 0.5 }
prices: { claude-x: { input: 1, output: 2 } }
`,
  'prompts/diff/rubrics.yml': `rubrics:
  - behavior: The change is small.
    scale: { min: 1, max: 10 }
    levels: { 1: bad, 2: b, 3: c, 4: d, 5: e, 6: f, 7: g, 8: h, 9: i, 10: good }
`,
  'prompts/diff/eval.yml': `defaults:
  model: claude-x
  max_tokens: 100
  stop_early: false
  judge: { model: claude-judge }
  user_simulator: { model: claude-user, max_turns: 2 }
triggering:
  judge: { model: claude-judge }
  should_match: [change this]
  should_not_match: [explain this]
cases:
  - name: every
    inputs: { code: a }
    assert: [ { contains: good }, { matches: "g.+d" } ]
    rubric: Is it small?
  - name: rate
    inputs: { code: b }
    sample_size: 8
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.5 } } ]
    then:
      - metric: per_turn.response_words
        criteria: [ { median_lt: { threshold: 50 } } ]
scenarios:
  - title: talk
    given: A user has a file.
    when: The user wants it changed.
    inputs: { code: c }
    sample_size: 6
    max_turns: 2
    app: { model: claude-x }
    then:
      - expected_behavior: The change is small.
        criteria: [ { proportion_gte: { min_score: 5, proportion: 0.5 } } ]
`,
};

test('an unchanged library keeps its evidence digests and reply keys, so that rows and recordings stay valid', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files,
    answer: ({ tool_choice }) => {
      switch (tool_choice?.name) {
        case undefined:
          return 'good';
        case 'routing':
          return { tool_input: { reason: 'it is', use: true } };
        case 'next_message':
          return { tool_input: { message: 'change it', next: 'continue' } };
        default:
          return { tool_input: { reason: 'it is', score: 5 } };
      }
    },
  });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--record');
  assert.ok([0, 1].includes(exitCode), stdout + stderr);
  const read = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
  const [row = ''] = read('.eval.jsonl');
  const { synthetic: _synthetic, oldest_reply: _oldest, ...evidence } = JSON.parse(row).evidence;
  const keys = read('prompts/diff/recordings.jsonl').map((line) => JSON.parse(line).key);
  assert.deepEqual(
    { ...evidence, keys: sha256(keys.sort().join()), count: keys.length },
    {
      prompt: '2340cfb690c0ac0c081e1a7c88bf37677eace6cb70069b25b45b357130ed75f2',
      cases: '3bd3ec89a5a2ffe61fb3ae2c9134836a8ee0183d80ee89a3f9da1efab24f01e6',
      judge: '6f18d303989338685ee8d27d6c6f6c38ef2742894829edfa578725441d6b532b',
      models: '452fe736f830daebdbbceeb66d7877b66500c8a4702ba21d7924d91a6c817337',
      keys: '2bb96b9e9db5d99f995ef20af6218dee714cb622086f9f9aa5ebf3a5138a8e41',
      count: 44,
    },
  );
});
