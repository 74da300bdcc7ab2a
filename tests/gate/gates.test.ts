import assert from 'node:assert/strict';
import test from 'node:test';
import { nextStatus } from '#gate/gates.js';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { datasetWith } from '../support/dataset.js';
import { caseWith } from '../support/prompt.js';
import { decision, runRow } from '../support/run-row.js';
import {
  evidenceNow,
  gatesOf,
  good,
  keptRun,
  lines,
  red,
  unmetOf,
  uses,
  type World,
  withEvidence,
} from './gate-world.js';

test('draft is followed by tested, tested by ready, and ready by nothing', () => {
  assert.deepEqual(
    ['draft', 'tested', 'ready'].map((status) => nextStatus(status as Prompt['status'])),
    ['tested', 'ready', null],
  );
});

test('a passed, fresh, real run meets every gate', () => {
  assert.deepEqual(
    gatesOf({}).map(({ gate, met, remedy }) => [gate, met, remedy]),
    ['doctor', 'eval', 'fresh', 'log', 'real', 'age'].map((gate) => [gate, true, null]),
  );
});

test('the gate of a passed run names the cases that replace slow answers', () => {
  const barred = (name: string): Case => {
    const one = caseWith(name, []);
    const criteria = [{ criterion: 'proportion_gte', params: { proportion: 0.5 } }];
    return { ...one, timeouts: 'ask_again', expectations: one.expectations.map((each) => ({ ...each, criteria })) };
  };
  const told = (cases: readonly Case[]) => gatesOf({ cases }).find(({ gate }) => gate === 'eval')?.message;
  const note = 'timeouts: ask_again replaces slow answers in one';
  const rate = 'two: right in 1 of 1 trial, which says nothing of how often';
  assert.equal(told([barred('one'), caseWith('two', [])]), `run 20260110T120000Z-aaaaaa passed; ${rate}; ${note}`);
});

test('the gate of a passed run says which items it left out, and how many versions were decided on the others', () => {
  const barred = (part: Partial<Dataset>): Case => {
    const [expectation = assert.fail('no expectation')] = caseWith('one', []).expectations;
    const criteria = [{ criterion: 'proportion_gte', params: { proportion: 0.5 }, significance_level: 0.05 }];
    return { ...caseWith('one', []), expectations: [{ ...expectation, criteria }], dataset: datasetWith(part) };
  };
  const told = (part: Partial<Dataset>, runs: World['runs'] = [runRow()]) =>
    gatesOf({ cases: [barred(part), caseWith('two', [])], runs })
      .find(({ gate }) => gate === 'eval')
      ?.message.split('\n')
      .slice(1);
  assert.deepEqual(told({}), []);
  assert.deepEqual(told({ items: 100, kept: 80, filter: 'id is\nnot a' }), ['one: 80 of 100 items (id is not a)']);
  assert.deepEqual(told({ items: 100, kept: 80, asked: 20 }), ['one: 80 of 100 items, 20 asked at most']);
  const datasets = [{ case: 'one', items: 10, asked: 10, digest: datasetWith().digest, claim: 'population' } as const];
  const hunted = ['seed 1', 'seed 2'].map((cases) => red({ run_id: cases, datasets, evidence: { ...good, cases } }));
  assert.deepEqual(told({}, [...hunted, runRow({ datasets })]), [
    'one: 10 items, version 3 decided on these items: the chance of a false pass among 3 is up to 15 %',
  ]);
});

test('a prompt with status ready has one gate, which is unmet', () => {
  assert.deepEqual(unmetOf({ prompt: { status: 'ready' } }), [
    ['status', 'diff is ready already, and there is no status above it'],
  ]);
  const [gate] = gatesOf({ prompt: { status: 'ready' } });
  assert.match(gate?.remedy ?? '', /set "status: tested" in prompts\/diff\/meta\.yml, then: eva promote diff$/);
});

test('every unmet gate has a remedy', () => {
  const prompt = { promotion: { min_uses: 10 } };
  const gates = gatesOf({ prompt, runs: [], usage: [], bad: [{ line: 1, reason: 'is not complete JSON' }] });
  assert.deepEqual(
    gates.map(({ gate, remedy }) => [gate, remedy]),
    [
      ['uses', '10 more such rows in prompts/diff/.usage.jsonl, or set promotion.min_uses'],
      ['doctor', null],
      ['eval', 'run: eva eval diff'],
      ['log', 'run: eva eval diff'],
    ],
  );
});

/** Returns the remedy of the gate `eval`. */
const remedyOf = (world: World) => gatesOf(world).find(({ gate }) => gate === 'eval')?.remedy;

test('the remedy after a red run is to change the files, unless they have changed', () => {
  const change = 'change what failed, then run: eva eval diff (the same files again are one more attempt)';
  assert.equal(remedyOf({ runs: [red()] }), change);
  assert.equal(remedyOf({ runs: [red()], evidenceNow: { ...evidenceNow, prompt: 'changed' } }), 'run: eva eval diff');
  assert.equal(remedyOf({ runs: [runRow({ total: 0, passed: 0 })] }), 'run: eva eval diff');
});

test('a later run without a row is resumed if its folder exists, and repeated if not', () => {
  const later = lines('later', { ts: '2026-01-10T13:00:00.000Z' });
  const attempts = [...lines(runRow().run_id, {}), ...later];
  assert.equal(remedyOf({ attempts }), 'run: eva eval diff');
  const folders = [folder({ run_id: 'later' })];
  assert.equal(remedyOf({ attempts, folders }), 'run: eva eval diff --resume later (writes its row)');
});

// Uses.

const useTable: readonly [what: string, world: World, unmet: string | null][] = [
  ['no usage file', { usage: [] }, '0 of 3 uses of this text were sent and not found wrong'],
  ['three uses', { usage: uses(3, { verified: null }) }, null],
  ['two uses', { usage: uses(2, {}) }, '2 of 3 uses of this text were sent and not found wrong'],
  [
    'uses that were not sent',
    { usage: uses(3, { sent: false }) },
    '0 of 3 uses of this text were sent and not found wrong',
  ],
  [
    'uses that were found wrong',
    { usage: uses(3, { verified: false }) },
    '0 of 3 uses of this text were sent and not found wrong',
  ],
  [
    'uses of another text',
    { usage: [...uses(2, {}), ...uses(5, { prompt: 'old' })] },
    '2 of 3 uses of this text were sent and not found wrong (5 more of another text of the prompt do not count)',
  ],
  [
    'uses without a digest of the text',
    { usage: uses(3, {}).map(({ sent, verified }) => ({ sent, verified })) },
    '0 of 3 uses of this text were sent and not found wrong (3 more of another text of the prompt do not count)',
  ],
];

for (const [what, world, expected] of useTable) {
  test(`draft to tested with min_uses 3 and ${what}: ${expected === null ? 'met' : 'unmet'}`, () => {
    const unmet = unmetOf({ ...world, prompt: { status: 'draft', promotion: { min_uses: 3 } } });
    assert.deepEqual(unmet, expected === null ? [] : [['uses', expected]]);
  });
}

test('for ready only verified uses count', () => {
  const usage = [...uses(9, {}), ...uses(5, { verified: null })];
  const prompt = { promotion: { min_uses: 10 } };
  assert.deepEqual(unmetOf({ prompt, usage }), [['uses', '9 of 10 uses of this text were sent and verified']]);
});

test('without min_uses in meta.yml and eva.yml there is no gate for uses', () => {
  for (const status of ['draft', 'tested'] as const) assert.deepEqual(unmetOf({ prompt: { status }, usage: [] }), []);
});

test('with require_eval: false only uses and doctor decide', () => {
  const promotion = { require_eval: false, min_uses: 1 };
  const nothing = { runs: [], evidenceNow: null, cases: [] };
  const named = (status: Prompt['status']) =>
    gatesOf({ prompt: { status, promotion }, ...nothing }).map((gate) => [gate.gate, gate.met]);
  for (const status of ['draft', 'tested'] as const) {
    assert.deepEqual(named(status), [
      ['uses', true],
      ['doctor', true],
    ]);
  }
});

// Draft to tested.

const mistake: Problem = { severity: 'error', code: 'EVA_ALIAS_TAKEN', message: 'two prompts claim "d"' };

const draftTable: readonly [what: string, world: World, unmet: readonly (readonly [string, string])[]][] = [
  ['a green run of these files', {}, []],
  ['no run', { runs: [] }, [['eval', 'there is no full run of this prompt in .eval.jsonl']]],
  ['no cases', { cases: [], runs: [], evidenceNow: null }, [['cases', 'the prompt has no cases']]],
  ['an error of doctor', { problems: [mistake] }, [['doctor', 'doctor finds an error: two prompts claim "d"']]],
  ['a warning of doctor', { problems: [{ ...mistake, severity: 'warning' }] }, []],
  [
    'a red run after a green one',
    { runs: [runRow(), red()] },
    [['eval', 'run red-run, the most recent full run, did not pass (1 of 2; not: one)']],
  ],
  [
    'a green run of another text',
    { runs: [withEvidence({ prompt: 'before' })] },
    [['fresh', 'stale: prompt.xml has changed since run 20260110T120000Z-aaaaaa']],
  ],
  [
    'a green run on synthetic replies',
    { runs: [withEvidence({ synthetic: true })] },
    [['real', 'run 20260110T120000Z-aaaaaa used synthetic replies: a person wrote them, not a model']],
  ],
];

for (const [what, world, expected] of draftTable) {
  test(`draft to tested with ${what}: ${expected.length === 0 ? 'met' : 'unmet'}`, () => {
    assert.deepEqual(unmetOf({ ...world, prompt: { status: 'draft' } }), expected);
  });
}

test('for ready doctor must find no error, with or without an evaluation; warnings do not count', () => {
  for (const promotion of [{}, { require_eval: false }]) {
    const found = ['doctor', 'doctor finds an error: two prompts claim "d"'];
    assert.deepEqual(unmetOf({ prompt: { promotion }, problems: [mistake] }), [found]);
    assert.deepEqual(unmetOf({ prompt: { promotion }, problems: [{ ...mistake, severity: 'warning' }] }), []);
  }
});

// Runs.

test('one changed byte of any part of the evidence makes a run stale, and the gate names the part', () => {
  const said = {
    prompt: 'prompt.xml has changed',
    cases: 'the cases have changed (eval.yml, what it reads, or the routing texts of meta.yml)',
    judge: 'the judge has changed',
    models: 'the models or their parameters have changed',
  };
  for (const [part, words] of Object.entries(said)) {
    assert.deepEqual(unmetOf({ evidenceNow: { ...evidenceNow, [part]: 'other' } }), [
      ['fresh', `stale: ${words} since run 20260110T120000Z-aaaaaa`],
    ]);
  }
});

test('if the cases changed, only they are named, although the digests of judge and models may change too', () => {
  const evidence = { ...evidenceNow, cases: 'other', judge: 'other', models: 'other' };
  const [[, message = ''] = []] = unmetOf({ evidenceNow: evidence });
  assert.match(message, /\bcases\b/);
  assert.doesNotMatch(message, /judge|models/);
});

test('the gate names all changed parts', () => {
  assert.deepEqual(unmetOf({ evidenceNow: { ...evidenceNow, prompt: 'other', judge: 'other' } }), [
    ['fresh', 'stale: prompt.xml has changed, and the judge has changed since run 20260110T120000Z-aaaaaa'],
  ]);
});

const old: Readonly<Record<string, unknown>> = {
  ts: '2026-01-10T12:00:00Z',
  all_passed: true,
  total: 2,
  passed: 2,
  failed_cases: [],
};

const runTable: readonly [what: string, world: World, unmet: readonly (readonly [string, string])[]][] = [
  ['no run at all', { runs: [] }, [['eval', 'there is no full run of this prompt in .eval.jsonl']]],
  [
    'a run of another prompt',
    { runs: [runRow({ id: 'other' })] },
    [['eval', 'there is no full run of this prompt in .eval.jsonl']],
  ],
  [
    'only a partial run',
    { runs: [runRow({ partial: true })] },
    [
      [
        'eval',
        'there is no full run of this prompt in .eval.jsonl; there is 1 run narrowed by --case, --items or --item, which does not count',
      ],
    ],
  ],
  [
    'a run of the original eva, without prompt and evidence',
    { runs: [old] },
    [
      [
        'eval',
        'there is no full run of this prompt in .eval.jsonl; there is 1 run of the original eva, without evidence, which does not count',
      ],
    ],
  ],
  [
    'a run without evidence',
    { runs: [{ ...old, id: 'diff' }] },
    [['fresh', 'the run of line 1 does not say which files it evaluated']],
  ],
  [
    'a run that did not pass',
    { runs: [red()] },
    [['eval', 'run red-run, the most recent full run, did not pass (1 of 2; not: one)']],
  ],
  [
    'a green run, then a red one',
    { runs: [runRow(), red()] },
    [['eval', 'run red-run, the most recent full run, did not pass (1 of 2; not: one)']],
  ],
  [
    'a red run, then a partial green one',
    { runs: [red(), runRow({ partial: true })] },
    [
      [
        'eval',
        'run red-run, the most recent full run, did not pass (1 of 2; not: one); since then there is 1 run narrowed by --case, --items or --item, which does not count',
      ],
    ],
  ],
  ['a green run, then a partial red one', { runs: [runRow(), red({ partial: true })] }, []],
  [
    'a green run, then a partial red one, with max_failed_runs 0',
    { runs: [runRow(), red({ partial: true })], prompt: { promotion: { max_failed_runs: 0 } } },
    [],
  ],
  [
    'a run without cases',
    { runs: [runRow({ total: 0, passed: 0 })] },
    [['eval', 'run 20260110T120000Z-aaaaaa, the most recent full run, evaluated nothing']],
  ],
  [
    'synthetic replies',
    { runs: [withEvidence({ synthetic: true })] },
    [['real', 'run 20260110T120000Z-aaaaaa used synthetic replies: a person wrote them, not a model']],
  ],
  [
    'an unreadable line after the run',
    { bad: [{ line: 2, reason: 'is not complete JSON' }] },
    [['log', 'line 2 of .eval.jsonl is not complete JSON, and could be a later run']],
  ],
  ['an unreadable line before the run', { runs: [{ ...old }, runRow()], bad: [{ line: 1, reason: 'x' }] }, []],
  [
    'a prompt that has no cases any more',
    { evidenceNow: null },
    [['fresh', 'stale: the prompt has no cases now, and had some in run 20260110T120000Z-aaaaaa']],
  ],
];

for (const [what, world, expected] of runTable) {
  test(`tested to ready with ${what}: ${expected.length === 0 ? 'met' : 'unmet'}`, () => {
    assert.deepEqual(unmetOf(world), expected);
  });
}

// Rows that contradict themselves or the files.

const name = 'run 20260110T120000Z-aaaaaa';

const itself = `${name}, the most recent full run, contradicts itself: all_passed is true, and`;

const many = Array.from({ length: 5 }, (_, index) => decision(`x${index}`, 'failed'));

const contradictions: readonly [what: string, row: object, unmet: string | null][] = [
  ['all passed, and one of two did not', { passed: 1 }, `${itself} 1 of 2 passed`],
  ['all passed, and a failed case is named', { failed_cases: ['one'] }, `${itself} failed_cases counts 1`],
  [
    'all passed, and a verdict failed',
    { verdicts: [decision('one', 'failed'), decision('two', 'passed')] },
    `${itself} a verdict of "one" is not passed`,
  ],
  [
    'all passed, and one of two verdicts of a case failed',
    { verdicts: [decision('one', 'failed'), decision('one', 'passed'), decision('two', 'passed')] },
    `${itself} a verdict of "one" is not passed`,
  ],
  [
    'verdicts of one case of two',
    { verdicts: [decision('one', 'passed')] },
    `${itself} there are verdicts of 1 of 2 cases`,
  ],
  ['no verdicts', { verdicts: [] }, `${itself} there are verdicts of 0 of 2 cases`],
  ['verdicts that are not a list', { verdicts: 'passed' }, `${itself} its verdicts cannot be read`],
  ['verdicts of no case', { verdicts: [{ outcome: 'passed' }, null] }, `${itself} its verdicts cannot be read`],
  [
    'many contradictions, three of them listed',
    { total: 5, passed: 5, verdicts: many },
    `${itself} ${['x0', 'x1', 'x2'].map((one) => `a verdict of "${one}" is not passed`).join('; ')}; and 2 more`,
  ],
  [
    'one case of two, consistently',
    { total: 1, passed: 1, verdicts: [decision('one', 'passed')] },
    `${name}, the most recent full run, contradicts the files: it counts 1 case, and the prompt has 2`,
  ],
  [
    'a case that the prompt does not have',
    { verdicts: [decision('one', 'passed'), decision('three', 'passed')] },
    `${name}, the most recent full run, contradicts the files: it names the case "three", which the prompt does not have`,
  ],
  [
    'more verdicts than criteria',
    { verdicts: [decision('one', 'passed'), decision('two', 'passed'), decision('two', 'passed')] },
    `${name}, the most recent full run, contradicts the files: it counts 3 verdicts, and the prompt has 2 criteria`,
  ],
  ['omitted verdicts', { verdicts: [decision('one', 'passed')], cut: { verdicts: 1, failed_cases: 0 } }, null],
  [
    'omitted verdicts that do not add up',
    { verdicts: [decision('one', 'passed')], cut: { verdicts: 2, failed_cases: 0 } },
    `${name}, the most recent full run, contradicts the files: it counts 3 verdicts, and the prompt has 2 criteria`,
  ],
  [
    'omitted failed cases, although all passed',
    { cut: { verdicts: 0, failed_cases: 1 } },
    `${itself} failed_cases counts 1`,
  ],
  ['an invalid count of omitted verdicts', { cut: { verdicts: '1', failed_cases: -1 } }, null],
];

for (const [what, part, expected] of contradictions) {
  test(`a row with ${what}: ${expected === null ? 'agrees' : 'meets no gate'}`, () => {
    const runs = [{ ...runRow(), verdicts: runRow({ failed_cases: [] }).verdicts, ...part }];
    assert.deepEqual(unmetOf({ runs }), expected === null ? [] : [['eval', expected]]);
  });
}

test('a row of other files is stale, and is not compared with these cases', () => {
  const part = { total: 1, passed: 1, verdicts: [decision('one', 'passed')] };
  const runs = [runRow({ ...part, evidence: { ...good, cases: 'before' } })];
  assert.deepEqual(
    unmetOf({ runs }).map(([gate]) => gate),
    ['fresh'],
  );
});

// Runs without a row.

const folder = (part: Partial<KeptRun> = {}) =>
  keptRun({ run_id: '20260110T130000Z-bbbbbb', ts: '2026-01-10T13:00:00.000Z', ...part });

const folderTable: readonly [what: string, folder: KeptRun, isOpen: boolean][] = [
  ['of these files, finished later', folder(), false],
  ['of these files, green', folder({ all_passed: true }), false],
  ['of these files, without a date', folder({ ts: 'later' }), false],
  ['of these files, begun before', folder({ ts: '2026-01-10T11:00:00.000Z' }), true],
  ['of other files', folder({ evidence: { ...evidenceNow, prompt: 'before' } }), true],
  ['of another prompt', folder({ id: 'other' }), true],
  ['that is a shard', folder({ isShard: true }), true],
  ['that only shows replies', folder({ isLook: true }), true],
  ['that is partial', folder({ partial: true }), true],
  ['that is unfinished', folder({ state: 'unfinished' }), true],
];

for (const [what, one, isOpen] of folderTable) {
  test(`a green row and a run without a row ${what}: ${isOpen ? 'met' : 'unmet'}`, () => {
    const message = `${name} passed, but run 20260110T130000Z-bbbbbb of the same files finished later and has no row in .eval.jsonl`;
    assert.deepEqual(unmetOf({ folders: [one] }), isOpen ? [] : [['eval', message]]);
  });
}

// Age.

const limited = (days: number) => ({ promotion: { max_age_days: days } });

const ageTable: readonly [what: string, world: World, unmet: string | null][] = [
  ['10 days old with a limit of 10', { prompt: limited(10), now: new Date('2026-01-20T11:59:00Z') }, null],
  [
    'a second more than 10 days old with a limit of 10',
    { prompt: limited(10), now: new Date('2026-01-20T12:00:02Z') },
    'the oldest reply of run 20260110T120000Z-aaaaaa is 10 days old, and may be at most 10 days',
  ],
  ['years old without a limit', { now: new Date('2036-01-01T00:00:00Z') }, null],
  [
    'a run of today that read a recording of last year',
    { prompt: limited(30), runs: [withEvidence({ oldest_reply: '2025-01-10T12:00:00.000Z' })] },
    'the oldest reply of run 20260110T120000Z-aaaaaa is 375 days old, and may be at most 30 days',
  ],
  [
    'no date of a reply: the date of the run counts',
    { prompt: limited(10), runs: [withEvidence({ oldest_reply: null })] },
    null,
  ],
  [
    'a run dated in the future',
    { runs: [{ ...runRow(), ts: '2026-01-20T12:06:00Z' }] },
    'run 20260110T120000Z-aaaaaa is dated in the future',
  ],
  ['a clock that is four minutes off', { runs: [{ ...runRow(), ts: '2026-01-20T12:04:00Z' }] }, null],
  [
    'a reply dated in the future',
    { prompt: limited(10), runs: [withEvidence({ oldest_reply: '2027-01-01T00:00:00Z' })] },
    'run 20260110T120000Z-aaaaaa is dated in the future',
  ],
  ['an invalid date', { runs: [{ ...runRow(), ts: 'yesterday' }] }, 'run 20260110T120000Z-aaaaaa has no readable date'],
];

for (const [what, world, expected] of ageTable) {
  test(`evidence: ${what}: ${expected === null ? 'recent enough' : 'refused'}`, () => {
    assert.deepEqual(unmetOf(world), expected === null ? [] : [['age', expected]]);
  });
}

test('the remedy for old evidence does not reuse kept replies, which would stay as old', () => {
  const gates = gatesOf({ prompt: limited(10), runs: [withEvidence({ oldest_reply: '2025-01-10T12:00:00.000Z' })] });
  assert.equal(gates.find(({ gate }) => gate === 'age')?.remedy, 'run: eva eval diff --no-cache');
});

// Tries.

const noLimit = '; no limit is set (promotion.max_failed_runs)';

test('earlier red runs of the same files are named, and refused only above max_failed_runs', () => {
  const runs = [
    red({ run_id: 'r1' }),
    runRow({ ...withEvidence({ prompt: 'before' }), run_id: 'r0' }),
    red({ run_id: 'r2' }),
    runRow(),
  ];
  const message = '2 earlier attempts on these very files count: did not pass: run r1, run r2';
  const unlimited = { gate: 'failed_runs', met: true, message: message + noLimit, remedy: null };
  assert.deepEqual(gatesOf({ runs }).at(-1), unlimited);
  const allowing = (max_failed_runs: number) => ({ promotion: { max_failed_runs } });
  assert.deepEqual(unmetOf({ runs, prompt: allowing(2) }), []);
  assert.deepEqual(unmetOf({ runs, prompt: allowing(1) }), [['failed_runs', `${message}; at most 1 may count`]]);
});

test('the most recent run is not one of its own earlier attempts', () => {
  assert.deepEqual(
    gatesOf({ runs: [red({ run_id: 'r1' }), red({ run_id: 'r2' })] }).at(-1)?.message,
    `1 earlier attempt on these very files counts: did not pass: run r1${noLimit}`,
  );
});

test('red runs of other files do not count; those of other prompts with these files and partial runs do', () => {
  const other = { ...good, cases: 'before' };
  const prompt = { promotion: { max_failed_runs: 0 } };
  assert.deepEqual(unmetOf({ runs: [red({ evidence: other }), runRow()], prompt }), []);
  for (const part of [{ id: 'other' }, { partial: true }]) {
    const [[gate] = ['']] = unmetOf({ runs: [red(part), runRow()], prompt });
    assert.equal(gate, 'failed_runs');
  }
});

/** Makes a green run with these verdicts after this many red ones of the same files. */
const tried = (failed: number, verdicts: unknown) => {
  const runs = Array.from({ length: failed }, (_, index) => red({ run_id: `r${index + 1}` }));
  return { runs: [...runs, { ...runRow(), verdicts }] };
};

const at = (significance_level: unknown) => ({ case: 'one', outcome: 'passed', significance_level });

const priceTable: readonly [what: string, failed: number, verdicts: unknown, price: string][] = [
  ['two failures at 0.05', 2, [at(0.05)], `; 3 tries at 5 %: the chance of a pass by luck is up to 14 %`],
  ['one failure at 0.01', 1, [at(0.01)], `; 2 tries at 1 %: the chance of a pass by luck is up to 2 %`],
  [
    'several levels: the largest counts',
    1,
    [at(0.01), at(0.1), at(null), at(0.05)],
    `; 2 tries at 10 %: the chance of a pass by luck is up to 19 %`,
  ],
  ['a level below a percent', 2, [at(0.001)], `; 3 tries at 0.1 %: the chance of a pass by luck is up to 0.3 %`],
  ['every trial must pass', 2, [at(null)], ''],
  ['verdicts without a level', 2, [{ case: 'one', outcome: 'passed' }], ''],
  ['no verdicts', 2, [], ''],
  ['a row without a list of verdicts', 2, 'all of them', ''],
  ['invalid verdicts', 2, [null, 0.05, 'x', [0.05]], ''],
  ['invalid levels', 2, [at('0.05'), at(0), at(1), at(-1), at(Number.POSITIVE_INFINITY), at([0.05])], ''],
];

for (const [what, failed, verdicts, price] of priceTable) {
  test(`earlier failures and the chance of luck: ${what}`, () => {
    const message = gatesOf(tried(failed, verdicts)).at(-1)?.message ?? '';
    assert.equal(message.replace(/^.*did not pass: (run r\d(, )?)+/, ''), noLimit + price);
  });
}

test('earlier passed runs of the same files do not count', () => {
  const green = runRow({ run_id: 'green-run' });
  assert.ok(gatesOf({ runs: [green, green, runRow()] }).every(({ gate }) => gate !== 'failed_runs'));
  const prompt = { promotion: { max_failed_runs: 1 } };
  assert.deepEqual(unmetOf({ runs: [red(), green, runRow()], prompt }), []);
});

test('the chance of luck is given above max_failed_runs too, but not for a first run', () => {
  const prompt = { promotion: { max_failed_runs: 0 } };
  assert.deepEqual(unmetOf({ ...tried(1, [at(0.05), { ...at(0.05), case: 'two' }]), prompt }), [
    [
      'failed_runs',
      `1 earlier attempt on these very files counts: did not pass: run r1; at most 0 may count; 2 tries at 5 %: the chance of a pass by luck is up to 9.8 %`,
    ],
  ]);
  assert.equal(gatesOf(tried(0, [at(0.05)])).at(-1)?.gate, 'age');
});

// Malformed rows.

const odd: Readonly<Record<string, object>> = {
  'partial as text': { partial: 'false' },
  'partial missing': { partial: undefined },
  'a row of a later version': { row: 2 },
  'evidence as a list': { evidence: [] },
  'evidence as text': { evidence: 'all of it' },
  'evidence null': { evidence: null },
  'a digest as a number': { evidence: { ...good, judge: 7 } },
  'a digest missing': { evidence: { ...good, models: undefined } },
  'synthetic as text': { evidence: { ...good, synthetic: 'false' } },
  'synthetic missing': { evidence: { ...good, synthetic: undefined } },
  'the oldest reply as a number': { evidence: { ...good, oldest_reply: 0 } },
  'the oldest reply missing': { evidence: { ...good, oldest_reply: undefined } },
  'the run as a list': { run_id: ['x'], evidence: {} },
};

for (const [what, part] of Object.entries(odd)) {
  test(`a row with ${what} meets no gate and does not crash`, () => {
    const unmet = unmetOf({ runs: [runRow(), { ...runRow(), ...part }] });
    assert.deepEqual(
      unmet.map(([gate]) => gate),
      ['fresh'],
    );
  });
}

test('very long names are truncated', () => {
  const long = 'x'.repeat(10_000);
  const [[, message] = ['', '']] = unmetOf({
    runs: [red({ run_id: long, failed_cases: [long, long, long, long, long] })],
  });
  assert.ok(message.length < 500, message);
  assert.ok(message.endsWith('… and 2 more)'));
});

test('a prompt named like an object property is decided by its own rows', () => {
  assert.deepEqual(unmetOf({ prompt: { id: 'constructor' }, runs: [runRow({ id: 'constructor' })] }), []);
  assert.deepEqual(
    unmetOf({ prompt: { id: '__proto__' } }).map(([gate]) => gate),
    ['eval'],
  );
});
