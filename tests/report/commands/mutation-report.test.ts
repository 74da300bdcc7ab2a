import assert from 'node:assert/strict';
import test from 'node:test';
import type { MutantResult, MutationPlan, MutationReport } from '#model/run/mutation.js';
import { mutationScore } from '#mutate/mutants-of.js';
import { renderMutationPlan, renderMutationReport } from '#report/commands/mutation.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { hostileTexts } from '../../fixtures/hostile-texts.js';
import { matchesGolden } from '../golden.js';

const screen = (width: number) => ({ paint: plainPaint, width });

const at = (line: number) => ({ file: 'prompts/note/prompt.xml', line, column: 5, source: 'x' });

const removed = (text: string) => [{ kind: 'removed', text }] as const;

const negated = [
  { kind: 'removed', text: 'Never' },
  { kind: 'added', text: 'Always' },
  { kind: 'same', text: ' mention a discount.' },
] as const;

const mutants: readonly MutantResult[] = [
  {
    id: '11111111',
    kind: 'drop_rule',
    at: at(5),
    change: removed('<rule>A</rule>'),
    result: 'killed',
    killed_by: 'greeting',
  },
  { id: '22222222', kind: 'negate', at: at(8), change: negated, result: 'survived' },
  {
    id: '33333333',
    kind: 'drop_rule',
    at: at(8),
    change: removed(`<rule>Never mention a discount${', not to anybody who asks for one'.repeat(12)}.</rule>`),
    result: 'survived',
  },
  { id: '44444444', kind: 'blank_input', at: at(12), change: removed('{{order}}'), result: 'survived' },
  {
    id: '55555555',
    kind: 'swap_number',
    at: at(13),
    change: removed('3'),
    result: 'unknown',
    why: 'the budget of 10 calls is spent',
  },
  {
    id: '66666666',
    kind: 'remove_example',
    at: at(14),
    change: removed('A'),
    result: 'rejected',
    why: 'messages: empty',
  },
  { id: '77777777', kind: 'negate', at: at(15), change: negated, result: 'equivalent', because: 'said twice' },
];

function report(part: Partial<MutationReport> = {}): MutationReport {
  const all = part.mutants ?? mutants;
  return {
    schema: 'eva-mutation/1',
    id: 'note',
    ts: '2026-11-24T00:07:35.000Z',
    eva_version: '0.1.0',
    state: 'finished',
    base: { run_id: '20261123T220735Z-4f3a9c', ts: '2026-11-23T22:07:35.000Z', synthetic: false, replayed: false },
    kinds: ['drop_rule', 'negate'],
    sample: null,
    cases: ['greeting', 'long note'],
    left_out_cases: [
      { case: 'refund', why: 'failed' },
      { case: 'asks for notes', why: 'trigger' },
    ],
    beyond_limit: 0,
    score: mutationScore(all, part.sample ?? null),
    mutants: all,
    replies: { model: 44, recorded: 0, synthetic: 0 },
    usage: { replies: 44, input_tokens: 500, output_tokens: 300, unmetered_replies: 0 },
    cost_usd: 0.41,
    duration_s: 12.5,
    ...part,
  };
}

const plan: MutationPlan = {
  ...report(),
  mutants: { drop_rule: 12, negate: 4, swap_number: 1 },
  equivalent: 2,
  beyond_limit: 31,
  at_most: { calls: 1204, cost_usd: 3.2 },
  about: { calls: 602, cost_usd: 0.32 },
};

test('a report says the score, then the lines that nobody tests', () => {
  matchesGolden('mutation-80', renderMutationReport(report(), screen(80)));
});

test('a report without survivors, of a sample, and of a run that played written replies', () => {
  const [killed] = mutants;
  const base = { ...report().base, synthetic: true };
  const sample = { size: 1, seed: 1, of: 40 };
  const text = renderMutationReport(report({ mutants: killed ? [killed] : [], base, sample }), screen(80));
  matchesGolden('mutation-all-noticed', text);
});

test('a plan says the mutants by kind, the greatest cost, and the cases', () => {
  matchesGolden('mutation-plan', renderMutationPlan(plan, screen(80)));
});

test('no line is wider than the screen, and no text acts on the terminal', () => {
  const hostile = hostileTexts.map(({ text }) => text).join('');
  const [first] = mutants;
  assert.ok(first);
  const bad: MutationReport = {
    ...report(),
    id: hostile,
    cases: [hostile],
    left_out_cases: [{ case: hostile, why: 'look' }],
    mutants: [
      {
        ...first,
        result: 'survived',
        at: { file: hostile, line: 1 },
        change: [{ kind: 'same', text: hostile }, ...removed(hostile)],
      },
      { ...first, result: 'unknown', why: hostile },
    ],
  };
  for (const width of [40, 80, 120]) {
    const texts = [
      renderMutationReport(bad, screen(width)),
      renderMutationPlan({ ...plan, ...bad, mutants: { negate: 1 } }, screen(width)),
    ];
    for (const text of texts) {
      assert.doesNotMatch(
        text.replaceAll('\n', ''),
        /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/,
      );
      for (const line of text.split('\n')) assert.ok(displayWidth(line) <= width, line);
    }
  }
});
