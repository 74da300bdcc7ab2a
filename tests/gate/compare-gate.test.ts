import assert from 'node:assert/strict';
import test from 'node:test';
import type { CompareRow } from '#model/pairs/compare-row.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import type { Prompt } from '#model/prompt.js';
import { noSources } from '#model/reply/reply-sources.js';
import { type AttemptLine, rowDigest } from '#model/run/attempt.js';
import type { Baseline, ComparedInput } from '#run/compare/open-versions.js';
import type { PromotionRow } from '#store/logs/prompt-logs.js';
import { comparedCase, compareRow } from '../support/compare-rows.js';
import { caseWith } from '../support/prompt.js';
import { runRow } from '../support/run-row.js';
import { cases, evidenceNow, gatesOf, keptRun, lines, type World } from './gate-world.js';

const both = [comparedCase({ case: 'one' }), comparedCase({ case: 'two' })];

const good = compareRow({ cases: both });

const own = lines(good.run_id, { kind: 'compare', ts: good.ts });

const green = lines(runRow().run_id, {});

/** A comparison, and what eval.yml asks for. */
interface Known {
  readonly rule?: Partial<CompareRule>;
  /** One row for each line, from line 1. */
  readonly rows?: readonly CompareRow[];
  readonly bad?: ComparedInput['log']['bad'];
  readonly baseline?: Baseline;
}

const place = { file: 'prompts/diff/eval.yml', line: 1 };

function compared({ rule, rows = [good], bad = [], baseline = { kind: 'ref' } }: Known): ComparedInput {
  const all = rows.map((value, index) => ({ line: index + 1, value }));
  const whole = { against: 'main', not_worse_by: 0.05, cases: null, better: false, at: place, ...rule };
  return { rule: whole, log: { rows: all, bad }, baseline };
}

/** Returns the gate `compare` of a tested prompt, whose run and comparison are noted. */
function gate(known: Known, world: Partial<World> = {}) {
  const gates = gatesOf({ attempts: [...green, ...own], ...world, compared: compared(known) });
  const [found] = gates.filter((one) => one.gate === 'compare');
  assert.ok(found);
  return found;
}

/** The lines of a comparison that notes its row at its end. */
const noted = (row: CompareRow) => {
  const part = { kind: 'compare', ts: row.ts } as const;
  return lines(row.run_id, part, { row: rowDigest(lines(row.run_id, part)[0], row) });
};

const lost: CompareRow = { ...good, run_id: 'lost', outcome: 'worse' };

const bothNoted = { attempts: [...green, ...noted(good), ...noted(lost)] };

const withRow = (part: Partial<CompareRow>): Known => ({ rows: [{ ...good, ...part }] });

const { commit: _commit, ...withoutCommit } = good.a;

const withA = (part: Partial<CompareRow['a']>) => withRow({ a: { ...good.a, ...part } });

const withB = (part: Partial<CompareRow['b']>) => withRow({ b: { ...good.b, ...part } });

const promotion: PromotionRow = {
  ts: '2026-01-05T10:00:00.000Z',
  from: 'tested',
  to: 'ready',
  forced: false,
  unmet: [],
  run_id: 'r0',
  evidence: { ...evidenceNow, prompt: 'prompt-0' },
  claims: [],
  eva_version: '0.1.0',
};

const ready = (part: Partial<PromotionRow> | null, row: Partial<CompareRow> = {}): Known => ({
  rule: { against: 'ready' },
  rows: [{ ...good, against: 'ready', ...row }],
  baseline: { kind: 'ready', last: part && { ...promotion, ...part }, bad: [] },
});

/** The row and the lines of the whole run whose trials answer for A. */
const fromRun = { from_run: 'whole', kept: 40, asked: 0, oldest_reply: '2026-01-02T12:00:05.000Z' };

const oldEvidence = { ...evidenceNow, prompt: 'prompt-0' };

const oldRow = runRow({
  run_id: 'whole',
  ts: '2026-01-02T12:00:00.000Z',
  evidence: { ...oldEvidence, synthetic: false, oldest_reply: fromRun.oldest_reply },
});

const oldLines = lines('whole', { evidence: oldEvidence });

const ofWhole = (row: object, attempts: readonly AttemptLine[]) => ({
  runs: [row, runRow()],
  attempts: [...attempts, ...green, ...own],
});

const elsewhere = { ...noSources, asked: 2, servers: [{ name: 'http://10.0.0.7', replies: 2 }] };

/** Comparisons, the part of the message about them, and whether the gate is met. */
const table: readonly (readonly [
  what: string,
  known: Known,
  isMet: boolean,
  message: RegExp,
  world?: Partial<World>,
])[] = [
  ['a fresh one', {}, true, /not worse than main \(4f2a9c1\) by more than 5 points, on 400 pairs of 2 cases/],
  ['none', { rows: [] }, false, /there is no comparison with main/],
  ['one with another version only', { rows: [{ ...good, against: 'next' }] }, false, /no comparison with main/],
  ['one of another prompt only', withRow({ id: 'other' }), false, /no comparison with main/],
  ['a changed prompt', withB({ prompt: 'x' }), false, /stale: prompt\.xml has changed/],
  ['changed cases', withB({ cases: 'x' }), false, /stale: the cases have changed/],
  ['another judge', withB({ judge: 'x' }), false, /stale: the judge has changed/],
  ['other models', withB({ models: 'x' }), false, /stale: the models or their parameters have changed/],
  ['files without cases', {}, false, /no cases that can be evaluated/, { evidenceNow: null }],
  ['synthetic replies for A', withA({ synthetic: true }), false, /synthetic replies for main \(4f2a9c1\)/],
  ['synthetic replies for B', withB({ synthetic: true }), false, /synthetic replies for the files/],
  ['kept replies of no run for A', withA({ kept: 3 }), false, /kept replies that name no run for main/],
  ['old replies for B', withB({ oldest_reply: '2026-01-11T00:00:00Z' }), false, /that name no run for the files/],
  ['old replies for A', withA({ oldest_reply: '2026-01-11T00:00:00Z' }), false, /that name no run for main/],
  [
    'replies before a resume for A',
    withA({ oldest_reply: '2026-01-12T11:00:00Z' }),
    true,
    /not worse/,
    { attempts: [...green, ...lines(good.run_id, { kind: 'compare', ts: '2026-01-12T10:00:00Z' })] },
  ],
  [
    'replies of another server for B',
    {},
    false,
    /has replies from 10\.0\.0\.7, and promotion\.servers is official/,
    {
      prompt: { promotion: { servers: 'official' } },
      attempts: [...green, ...lines(good.run_id, { kind: 'compare', ts: good.ts }, { sources: elsewhere })],
    },
  ],
  [
    'replies of another server in the run that answers for A',
    withA(fromRun),
    false,
    /has replies from 10\.0\.0\.7, and promotion\.servers is official/,
    {
      ...ofWhole({ ...oldRow, sources: elsewhere }, oldLines),
      prompt: { promotion: { servers: 'official' } },
    },
  ],
  ['replies without a date', withA({ oldest_reply: 'today' }), false, /that name no run for main/],
  ['trials of a whole run for A', withA(fromRun), true, /not worse/, ofWhole(oldRow, oldLines)],
  [
    'trials of a red run for A',
    withA(fromRun),
    true,
    /not worse/,
    {
      ...ofWhole({ ...oldRow, all_passed: false, passed: 1, failed_cases: ['one'] }, [
        ...lines('whole', { evidence: oldEvidence }, { outcome: 'failed', red: true }),
      ]),
    },
  ],
  ['trials of a run without a row', withA(fromRun), false, /has no row in \.eval\.jsonl/],
  [
    'trials of a partial run',
    withA(fromRun),
    false,
    /not noted in \.attempts\.jsonl as a whole run/,
    {
      ...ofWhole(oldRow, lines('whole', { evidence: oldEvidence, kind: 'partial' })),
    },
  ],
  [
    'trials of a replay',
    withA(fromRun),
    false,
    /not noted in \.attempts\.jsonl as a whole run/,
    {
      ...ofWhole(oldRow, lines('whole', { evidence: oldEvidence, kind: 'replay' })),
    },
  ],
  ['trials of a run that nobody noted', withA(fromRun), false, /not noted/, ofWhole(oldRow, [])],
  [
    'trials of a run of other files',
    withA({ ...fromRun, prompt: 'x' }),
    false,
    /evaluated other files/,
    {
      ...ofWhole(oldRow, oldLines),
    },
  ],
  [
    'trials of a run with replies of several',
    withA(fromRun),
    false,
    /kept replies of 2 runs/,
    {
      ...ofWhole(
        {
          ...oldRow,
          sources: {
            ...noSources,
            runs: ['a', 'b'].map((run_id) => ({ run_id, kind: 'full', replies: 1 })),
          },
        },
        oldLines,
      ),
    },
  ],
  [
    'trials of a synthetic run',
    withA(fromRun),
    false,
    /synthetic replies/,
    {
      ...ofWhole({ ...oldRow, evidence: { ...oldRow.evidence, synthetic: true } }, oldLines),
    },
  ],
  ['trials of its own run for B', withB({ ...fromRun, from_run: runRow().run_id }), true, /not worse/],
  ['a comparison that nobody noted', {}, false, /is not noted in \.attempts\.jsonl/, { attempts: green }],
  ['one that is noted as another kind', {}, false, /is not noted/, { attempts: [...green, ...lines(good.run_id, {})] }],
  ['one that asked A alone', withB({ asked: 0, oldest_reply: null }), true, /not worse/],
  [
    'one that asked A alone, and that nobody noted',
    withB({ asked: 0, oldest_reply: null }),
    false,
    /is not noted/,
    { attempts: green },
  ],
  [
    'one that asked nothing',
    withRow({ a: { ...good.a, ...fromRun }, b: { ...good.b, asked: 0, oldest_reply: null } }),
    true,
    /not worse/,
    { runs: [oldRow, runRow()], attempts: [...oldLines, ...green] },
  ],
  ['a smaller margin', withRow({ not_worse_by: 0.02 }), true, /by more than 2 points/],
  ['a larger margin', withRow({ not_worse_by: 0.051 }), false, /a loss of 5\.1 points, and compare: allows 5 points/],
  [
    'the same margin after arithmetic',
    { ...withRow({ not_worse_by: 0.1 + 0.2 }), rule: { not_worse_by: 0.3 } },
    true,
    /30 points/,
  ],
  ['a larger alpha', withRow({ alpha: 0.1 }), false, /decided at 0\.1/],
  ['a missing case', withRow({ cases: both.slice(1) }), false, /has no pairs of one/],
  [
    'a missing case that is not needed',
    { ...withRow({ cases: both.slice(1) }), rule: { cases: ['two'] } },
    true,
    /1 case/,
  ],
  ['a missing case of a cut row', withRow({ cases: both.slice(1), cut: 1 }), true, /not worse/],
  ['two missing cases of a row that is cut by one', withRow({ cases: [], cut: 1 }), false, /has no pairs of one, two/],
  ['a case that is only shown', {}, true, /not worse/, { cases: [...cases, { ...caseWith('look', []), look: true }] }],
  [
    'a case with too few pairs beside another',
    withRow({ cases: [comparedCase({ case: 'one', outcome: null }), comparedCase({ case: 'two' })] }),
    true,
    /200 pairs of 1 case; too few pairs for this: one$/,
  ],
  [
    'too few pairs in all cases',
    withRow({ cases: both.map((one) => ({ ...one, outcome: null })) }),
    false,
    /too few pairs of one, two/,
  ],
  [
    'too few pairs in a named case',
    {
      ...withRow({ cases: [comparedCase({ case: 'one', outcome: null }), comparedCase({ case: 'two' })] }),
      rule: { cases: ['one', 'two'] },
    },
    false,
    /too few pairs of one to decide/,
  ],
  [
    'a case with too few pairs for "not worse" that is worse',
    withRow({
      outcome: 'worse',
      cases: [comparedCase({ case: 'one', outcome: 'worse', fail_p: 1e-11 }), comparedCase({ case: 'two' })],
    }),
    false,
    /worse than main \(4f2a9c1\) by more than 5 points/,
  ],
  ['worse', withRow({ outcome: 'worse' }), false, /worse than main \(4f2a9c1\) by more than 5 points/],
  ['undecided', withRow({ outcome: 'undecided' }), false, /does not show that the files are not worse/],
  [
    'better',
    withRow({ outcome: 'better', cases: both.map((one) => ({ ...one, outcome: 'better' })) }),
    true,
    /: better than main/,
  ],
  ['not worse where better is needed', { rule: { better: true } }, false, /does not show that the files are better/],
  [
    'better where better is needed',
    {
      ...withRow({ outcome: 'better', cases: both.map((one) => ({ ...one, outcome: 'better' })) }),
      rule: { better: true },
    },
    true,
    /: better than main/,
  ],
  ['a newer one that is worse', { rows: [good, { ...good, outcome: 'worse' }] }, false, /worse than main/],
  ['a newer one with a larger margin', { rows: [good, { ...good, not_worse_by: 0.1 }] }, true, /by more than 5 points/],
  ['a newer one with fewer cases', { rows: [good, { ...good, cases: both.slice(1) }] }, true, /of 2 cases/],
  [
    'a newer one with a larger margin that is worse',
    { rows: [good, { ...good, not_worse_by: 0.1, outcome: 'worse' }] },
    false,
    /worse than main .* by more than 10 points/,
  ],
  [
    'a newer one with a smaller margin that is undecided',
    { rows: [good, { ...good, not_worse_by: 0.02, outcome: 'undecided' }] },
    false,
    /not worse than main .* by more than 2 points/,
  ],
  [
    'a stale one with other flaws',
    withRow({ b: { ...good.b, prompt: 'x' }, not_worse_by: 0.3, outcome: 'undecided' }),
    false,
    /^comparison \S+ is stale: prompt\.xml has changed since$/,
  ],
  [
    'one with two flaws',
    withRow({ not_worse_by: 0.3, outcome: 'undecided' }),
    false,
    /^comparison \S+ allows a loss of 30 points, and compare: allows 5 points; it does not show that/,
  ],
  ['an older one that was worse', { rows: [{ ...good, outcome: 'worse' }, good] }, true, /not worse/],
  [
    'a newer one of another prompt that is worse',
    { rows: [good, { ...good, id: 'other', outcome: 'worse' }] },
    true,
    /not worse/,
  ],
  [
    'a newer one with another version that is worse',
    { rows: [good, { ...good, against: 'v1', outcome: 'worse' }] },
    true,
    /not worse/,
  ],
  [
    'an unreadable line after it',
    { bad: [{ line: 2, reason: 'is not complete JSON' }] },
    false,
    /line 2 of \.compare\.jsonl is not complete JSON, and could be/,
  ],
  [
    'an unreadable line before it',
    { rows: [good, good], bad: [{ line: 1, reason: 'is not JSON' }] },
    false,
    /line 1 of \.compare\.jsonl is not JSON, and could be/,
  ],
  [
    'an unreadable line alone',
    { rows: [], bad: [{ line: 1, reason: 'is not JSON' }] },
    false,
    /no comparison with main.*; line 1/,
  ],
  [
    'the same version',
    withRow({ same: true, cases: [], a: { ...good.a, prompt: 'prompt-1' } }),
    true,
    /main \(4f2a9c1\) has the same prompt and models/,
  ],
  [
    'the same version where better is needed',
    { ...withRow({ same: true, cases: [], a: { ...good.a, prompt: 'prompt-1' } }), rule: { better: true } },
    false,
    /better/,
  ],
  [
    'two versions that are said to be the same',
    withRow({ same: true }),
    false,
    /contradicts itself: it names two versions as the same/,
  ],
  [
    'a case that is worse in a good row',
    withRow({ cases: [comparedCase({ case: 'one', outcome: 'worse' }), comparedCase({ case: 'two' })] }),
    false,
    /contradicts itself: it is not_worse, and not so in one/,
  ],
  [
    'a small case that is lost in a good row',
    withRow({ cases: [comparedCase({ case: 'one', outcome: null, fail_p: 1e-11 }), comparedCase({ case: 'two' })] }),
    false,
    /contradicts itself: it is not_worse, and not so in one/,
  ],
  [
    'a red attempt with a good row',
    {},
    false,
    /contradicts \.attempts\.jsonl/,
    { attempts: [...green, ...lines(good.run_id, { kind: 'compare' }, { outcome: 'failed', red: true })] },
  ],
  ['a newer one whose row is gone', {}, false, /the row of comparison lost of these files is gone/, bothNoted],
  ...(['id', 'against', 'variant'] as const).map(
    (key) =>
      [
        `a newer one whose ${key} was changed`,
        { rows: [good, { ...lost, [key]: 'x' }] },
        false,
        /the row of comparison lost of these files is gone from .* or was changed/,
        bothNoted,
      ] as const,
  ),
  [
    'a row that was changed',
    withRow({ not_worse_by: 0.04 }),
    false,
    /the row of comparison \S+ of these files is gone/,
    { attempts: [...green, ...noted(good)] },
  ],
  ['a row as it was written', {}, true, /not worse/, { attempts: [...green, ...noted(good)] }],
  ['ready without a promotion', ready(null), true, /no version was ready before/],
  ['ready, with the version of the last promotion', ready({}), true, /not worse/],
  [
    'ready, with an older version',
    ready({ evidence: { ...evidenceNow, prompt: 'prompt-9' } }),
    false,
    /another version than the one that became ready on 2026-01-05/,
  ],
  [
    'ready, with its prompt and other models',
    ready({}, { a: { ...good.a, models: 'models-2' } }),
    false,
    /with other models than those of the one that became ready on 2026-01-05/,
  ],
  [
    'ready, with its prompt and models on other cases',
    ready({ evidence: { ...evidenceNow, prompt: 'prompt-0', cases: 'cases-0', models: 'models-0' } }),
    true,
    /not worse/,
  ],
  [
    'ready, which the files are',
    { ...ready({ evidence: evidenceNow }), rows: [] },
    true,
    /the prompt and models that became ready on 2026-01-05/,
  ],
  [
    'ready, which the files are but for the models',
    { ...ready({ evidence: { ...evidenceNow, models: 'x' } }), rows: [] },
    false,
    /no comparison with ready/,
  ],
  [
    'ready by force, past this gate',
    { ...ready({ evidence: evidenceNow, forced: true, unmet: ['compare'] }), rows: [] },
    false,
    /no comparison with ready/,
  ],
  [
    'ready by force, past another gate',
    { ...ready({ evidence: evidenceNow, forced: true, unmet: ['age'] }), rows: [] },
    true,
    /became ready/,
  ],
  [
    'ready after an unreadable promotion',
    { ...ready({}), baseline: { kind: 'ready', last: promotion, bad: [{ line: 4, reason: 'is not JSON' }] } },
    false,
    /line 4 of \.promotions\.jsonl is not JSON, and could be a promotion/,
  ],
  ['a prompt that has not changed', { baseline: { kind: 'prompt', digest: 'prompt-0' } }, true, /not worse/],
  [
    'a prompt that has changed',
    { baseline: { kind: 'prompt', digest: 'prompt-3' } },
    false,
    /stale: the prompt main has changed/,
  ],
  ...[
    ['with its prompt and models', { prompt: 'prompt-0', models: good.a.models }, true, /not worse/] as const,
    ['with other models', { prompt: 'prompt-0', models: 'x' }, false, /stale: main has other models now/] as const,
    ['with another prompt', { prompt: 'x', models: good.a.models }, false, /stale: main has another prompt/] as const,
    ['with the files themselves', evidenceNow, false, /stale: main has another prompt/] as const,
    ['that is gone', { unread: 'no prompt', isAbsent: false }, false, /can no longer be compared: no prompt/] as const,
  ].map(
    ([what, at, isMet, message]) =>
      [`a prompt ${what}`, { baseline: { kind: 'prompt', digest: 'prompt-0', at: () => at } }, isMet, message] as const,
  ),
  [
    'a prompt of the comparison that is neither prompt nor ref now',
    { ...withRow({ a: withoutCommit }), baseline: { kind: 'ref', at: () => ({ unread: 'no ref', isAbsent: true }) } },
    false,
    /can no longer be compared: no ref/,
  ],
  [
    'a prompt that cannot be read',
    { baseline: { kind: 'prompt', digest: null } },
    false,
    /stale: the prompt main cannot be read/,
  ],
];

for (const [what, known, isMet, message, world] of table) {
  test(`compare: ${what}: the gate is ${isMet ? 'met' : 'unmet'}`, () => {
    const found = gate(known, world);
    assert.match(found.message, message);
    assert.equal(found.met, isMet, found.message);
    assert.equal(found.remedy === null, isMet);
  });
}

test('all flaws of a comparison are listed at once, and the command', () => {
  const a = { ...good.a, synthetic: true };
  const rows = [{ ...good, a, not_worse_by: 0.1, outcome: 'worse' as const }];
  const { message, remedy } = gate({ rows, bad: [{ line: 2, reason: 'is not JSON' }] });
  for (const part of [/synthetic/, /10 points, and compare: allows 5/, /worse than main/, /line 2/])
    assert.match(message, part);
  assert.equal(remedy, 'run: eva compare diff with a key, so that a model is asked');
});

test('the remedy of a worse version is a change, since the same files again are one more attempt', () => {
  assert.match(
    gate(withRow({ outcome: 'worse' })).remedy ?? '',
    /^change what got worse; then run: eva compare diff \(/,
  );
  assert.match(gate(withRow({ outcome: 'undecided' })).remedy ?? '', /larger sample_size; then run: eva compare diff/);
  assert.equal(gate({ rows: [] }).remedy, 'run: eva compare diff');
});

test('words of a row cannot fill a message', () => {
  const label = 'x'.repeat(5000);
  const { message } = gate({
    rows: [{ ...good, run_id: label, outcome: 'worse', a: { ...good.a, label, synthetic: true, from_run: label } }],
  });
  assert.ok(message.length < 800, String(message.length));
});

test('without compare: there is no such gate, also where a comparison was worse', () => {
  const names = gatesOf({}).map((one) => one.gate);
  assert.ok(!names.includes('compare'));
});

test('a draft does not need the comparison, and require_eval: false does not remove it', () => {
  const worse = compared(withRow({ outcome: 'worse' }));
  const gates = (prompt: World['prompt']) =>
    gatesOf({ ...(prompt && { prompt }), compared: worse }).map((one) => one.gate);
  assert.ok(!gates({ status: 'draft' }).includes('compare'));
  assert.ok(gates({ promotion: { require_eval: false } }).includes('compare'));
});

test('each variant needs a comparison of its own', () => {
  const small = { ...evidenceNow, models: 'models-2' };
  const variants = [
    { variant: 'large', cases, evidenceNow },
    { variant: 'small', cases, evidenceNow: small },
  ];
  const of = (rows: readonly CompareRow[]) =>
    gatesOf({ compared: compared({ rows }), variants, attempts: [...green, ...own] }).filter(
      (one) => one.gate === 'compare',
    );
  const [large, none] = of([{ ...good, variant: 'large' }]);
  assert.deepEqual([large?.variant, large?.met, none?.variant, none?.met], ['large', true, 'small', false]);
  assert.match(none?.message ?? '', /^small: there is no comparison/);
  const stale = { ...good, variant: 'small', b: { ...good.b, models: 'models-1x' } };
  assert.match(of([good, stale])[1]?.message ?? '', /^small: .*stale: the models/);
});

test('a variant needs the named cases that it asks, and all of its own if it asks none of them', () => {
  const [one, two] = cases;
  assert.ok(one && two);
  const of = (variant: string, asks: World['cases'], compares: string) =>
    gatesOf({
      compared: compared({
        rule: { cases: ['one'] },
        rows: [{ ...good, variant, cases: [comparedCase({ case: compares })] }],
      }),
      variants: [{ variant, cases: asks ?? [], evidenceNow }],
      attempts: [...green, ...own],
    }).find((found) => found.gate === 'compare');
  assert.equal(of('large', [one, two], 'one')?.met, true);
  assert.equal(of('small', [two], 'two')?.met, true);
  const missing = of('large', [one, two], 'two');
  assert.match(missing?.message ?? '', /^large: .*has no pairs of one/);
  assert.equal(missing?.remedy, 'run: eva compare diff --model large');
});

const failed = { outcome: 'failed', red: true, cases: { passed: 0, failed: 1, open: 0 } } as const;

const limited = { prompt: { promotion: { max_failed_runs: 0 } } };

/** Attempts of comparisons beside a green run, and what the gate `failed_runs` says of them; null without the gate. */
const attempts: readonly (readonly [what: string, world: Partial<World>, message: RegExp | null, isMet: boolean])[] = [
  ['one that passed', { attempts: [...own, ...green] }, null, true],
  [
    'one that was worse',
    { attempts: [...lines('c', { kind: 'compare' }, failed), ...green] },
    /did not pass: run c; at most 0/,
    false,
  ],
  [
    'one without decided cases that was stopped',
    {
      attempts: [
        ...lines('c', { kind: 'compare' }, { outcome: 'interrupted', cases: { passed: 0, failed: 0, open: 0 } }),
        ...green,
      ],
    },
    /abandoned before the end: run c/,
    false,
  ],
  [
    'one that was killed',
    { attempts: [...lines('c', { kind: 'compare' }).slice(0, 1), ...green] },
    /abandoned before the end: run c/,
    false,
  ],
  [
    'one that ended before its first reply',
    {
      attempts: [
        ...lines('c', { kind: 'compare' }, { outcome: 'unfinished', red_trial: false, sources: noSources }),
        ...green,
      ],
    },
    null,
    true,
  ],
  [
    'the folder of one whose lines were deleted',
    { folders: [keptRun({ run_id: 'c', all_passed: true, isCompared: true })], attempts: green },
    /abandoned before the end: run c/,
    false,
  ],
];

for (const [what, world, message, isMet] of attempts) {
  test(`compare: ${what}: as an attempt it is ${isMet ? 'not' : ''} counted as failed`, () => {
    const found = gatesOf({ ...limited, ...world }).find((one) => one.gate === 'failed_runs');
    if (message === null) assert.equal(found, undefined);
    else assert.match(found?.message ?? '', message);
    assert.equal(found?.met ?? true, isMet);
  });
}

test('a finished comparison is not a run without a row', () => {
  const later = { run_id: 'c', ts: '2026-01-12T12:00:00.000Z', all_passed: true };
  const find = (folder: object) =>
    gatesOf({
      folders: [keptRun({ ...later, ...folder })],
      attempts: [...green, ...lines('c', { kind: 'compare' })],
    }).find((one) => one.gate === 'eval');
  assert.equal(find({ isCompared: true })?.met, true);
  assert.equal(find({})?.met, false);
});

test('comparisons that failed before the one that is not worse count as failed attempts', () => {
  const failed = ['first', 'second'].flatMap((run) =>
    lines(run, { kind: 'compare' }, { outcome: 'failed', red: true, red_trial: true }),
  );
  const failedRuns = (attempts: readonly AttemptLine[], limit: number) =>
    gatesOf({ attempts, compared: compared({}), prompt: { promotion: { max_failed_runs: limit } } }).find(
      (one) => one.gate === 'failed_runs',
    );
  const before = [...green, ...failed, ...own];
  assert.match(
    failedRuns(before, 1)?.message ?? '',
    /2 earlier attempts .* count: did not pass: run first, run second/,
  );
  assert.deepEqual([failedRuns(before, 1)?.met, failedRuns(before, 2)?.met], [false, true]);
  assert.equal(failedRuns([...green, ...own, ...failed], 0)?.met, true);
});

test('corrected tries: the level of a comparison must be that of its number on these files', () => {
  const earlier = lines('earlier', { kind: 'compare', ts: '2026-01-11T12:00:00.000Z' });
  const found = (alpha: number, before: readonly AttemptLine[], promotion: Prompt['promotion']) =>
    gate(withRow({ alpha }), { attempts: [...green, ...before, ...own], prompt: { promotion } });
  const corrected = { tries: 'corrected' } as const;
  assert.equal(found(0.05, earlier, {}).met, true);
  assert.equal(found(0.025, [], corrected).met, true);
  const first = /comparison 1 of these files and was decided at 5 %, .* at most 2\.5 %/;
  assert.match(found(0.05, [], corrected).message, first);
  const second = /is comparison 2 of these files .* at 2\.5 %, .* at most 0\.83 %/;
  assert.match(found(0.025, earlier, corrected).message, second);
  assert.equal(found(0.05 / 6, earlier, corrected).met, true);
  const otherFiles = lines('earlier', { kind: 'compare', evidence: oldEvidence });
  assert.equal(found(0.025, otherFiles, corrected).met, true);
  const whole = lines('earlier', { kind: 'full' });
  assert.equal(found(0.025, whole, corrected).met, true);
});

test('corrected tries: a comparison without an attempt comes after those that began before it', () => {
  const at = (ts: string) => lines('other', { kind: 'compare', ts });
  const unasked = { a: { ...good.a, asked: 0 }, b: { ...good.b, asked: 0 }, alpha: 0.025 };
  const isMet = (attempts: readonly AttemptLine[], row: Partial<CompareRow> = {}) =>
    gate(withRow({ ...unasked, ...row }), {
      attempts: [...green, ...attempts],
      prompt: { promotion: { tries: 'corrected' } },
    }).met;
  assert.equal(isMet(at('2026-01-12T11:00:00.000Z')), false);
  assert.equal(isMet(at('2026-01-12T13:00:00.000Z')), true);
});
