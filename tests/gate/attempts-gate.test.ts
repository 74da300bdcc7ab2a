import assert from 'node:assert/strict';
import test from 'node:test';
import { noSources } from '#model/reply/reply-sources.js';
import { type AttemptLine, rowDigest } from '#model/run/attempt.js';
import { caseWith } from '../support/prompt.js';
import { decision, runRow } from '../support/run-row.js';
import { cases, evidenceNow, gatesOf, keptRun, lines, red, unmetOf, type World } from './gate-world.js';

const green = runRow();

const name = `run ${green.run_id}`;

const own = lines(green.run_id, {});

const begin = own.slice(0, 1);

const none = { promotion: { max_failed_runs: 0 } };

const before = (attempt: readonly AttemptLine[]) => ({ attempts: [...attempt, ...own] });

const cut = (attempt: readonly AttemptLine[], events: number) => attempt.slice(0, events);

const isRed = { red: true, cases: { passed: 0, failed: 1, open: 1 } };

const isOpen = { red: false, red_trial: false, cases: { passed: 0, failed: 0, open: 2 } };

const isLook = { red: false, red_trial: false, cases: { passed: 0, failed: 0, open: 0 } };

const shard = (run: string, index: number, end = {}) =>
  lines(run, { kind: 'shard', shard: { index, of: 2 } }, { outcome: 'collected', ...end });

const merge = lines(green.run_id, { shards: ['s1', 's2'] });

/** Attempts with max_failed_runs 0, the part of the message about them, and whether the gate is unmet. */
const table: readonly (readonly [what: string, world: World, message: string | null, isShut: boolean])[] = [
  ['no other attempt', {}, null, false],
  ['an earlier run that passed', before(lines('a', {})), null, false],
  ['a whole run that failed', before(lines('a', {}, { ...isRed, outcome: 'failed' })), 'did not pass: run a', true],
  [
    'a partial run that failed',
    before(lines('a', { kind: 'partial' }, { ...isRed, outcome: 'failed' })),
    'did not pass: run a',
    true,
  ],
  ...Object.entries({
    'that ended': lines('a', { kind: 'look' }, { ...isLook, outcome: 'collected' }),
    'that was interrupted': lines('a', { kind: 'look' }, { ...isLook, outcome: 'interrupted' }),
    'that was killed': cut(lines('a', { kind: 'look' }), 1),
  }).map(([how, attempt]) => [`a look ${how}`, before(attempt), 'only showed replies (--look): run a', false] as const),
  ...(['collected', 'interrupted'] as const).map(
    (outcome) =>
      [
        `a run of looks alone with the outcome ${outcome}`,
        before(lines('a', {}, { ...isLook, outcome })),
        null,
        false,
      ] as const,
  ),
  [
    'a red row whose lines say that it had no cases',
    { runs: [red(), green], ...before(lines('red-run', {}, { ...isLook, outcome: 'collected' })) },
    'did not pass: run red-run',
    true,
  ],
  [
    'a red row whose lines say that it had no replies',
    { runs: [red(), green], ...before(lines('red-run', {}, { outcome: 'unfinished', sources: noSources })) },
    'did not pass: run red-run',
    true,
  ],
  [
    'a look with only a folder',
    { folders: [keptRun({ isLook: true })] },
    'only showed replies (--look): run kept',
    false,
  ],
  [
    'a look that failed',
    before(lines('a', { kind: 'look' }, { ...isRed, outcome: 'failed' })),
    'did not pass: run a',
    true,
  ],
  [
    'a run that was interrupted at a red case',
    before(lines('a', {}, { ...isRed, outcome: 'interrupted' })),
    'did not pass: run a',
    true,
  ],
  [
    'a run that was interrupted before any red case',
    before(lines('a', {}, { ...isOpen, outcome: 'interrupted' })),
    'abandoned before the end: run a',
    true,
  ],
  ['a run without an end line', before(cut(lines('a', {}), 1)), 'abandoned before the end: run a', true],
  [
    'a run that was killed at its first red case',
    before([...cut(lines('a', {}), 1), { ...cut(lines('a', {}), 1)[0], event: 'red' } as AttemptLine]),
    'did not pass: run a',
    true,
  ],
  [
    'a run without an end line whose folder says that it passed',
    { ...before(cut(lines('a', {}), 1)), folders: [keptRun({ run_id: 'a', all_passed: true })] },
    null,
    false,
  ],
  [
    'a run without an end line whose folder says that it failed',
    { ...before(cut(lines('a', {}), 1)), folders: [keptRun({ run_id: 'a' })] },
    'did not pass: run a',
    true,
  ],
  [
    'a run that waits for labels of people, whatever its trials say',
    {
      ...before(lines('a', {}, { ...isOpen, red_trial: true, outcome: 'waiting' })),
      folders: [keptRun({ run_id: 'a', waits_for: 15 })],
    },
    'waits for labels: run a',
    true,
  ],
  [
    'a run without an end line whose folder says that it waits for labels',
    { ...before(cut(lines('a', {}), 1)), folders: [keptRun({ run_id: 'a', waits_for: 15 })] },
    'waits for labels: run a',
    true,
  ],
  [
    'a run whose provider was down before any red case',
    before(lines('a', {}, { ...isOpen, outcome: 'unfinished' })),
    'still open: run a',
    false,
  ],
  [
    'a run whose provider was down, or whose budget was spent, after a red trial of a case that could still pass',
    before(lines('a', {}, { ...isOpen, red_trial: true, outcome: 'unfinished' })),
    'abandoned before the end: run a',
    true,
  ],
  [
    'a run whose provider was down after a red case',
    before(lines('a', {}, { ...isRed, outcome: 'unfinished' })),
    'did not pass: run a',
    true,
  ],
  [
    'a run that failed on other files',
    before(lines('a', { evidence: { ...evidenceNow, prompt: 'before' } }, { ...isRed, outcome: 'failed' })),
    null,
    false,
  ],
  [
    'a run of another prompt with the same files that failed',
    before(lines('a', { id: 'x' }, { ...isRed, outcome: 'failed' })),
    'did not pass: run a of x',
    true,
  ],
  [
    'a replay of synthetic replies',
    before(lines('a', { kind: 'replay' }, { ...isRed, outcome: 'failed', sources: { ...noSources, synthetic: 2 } })),
    null,
    false,
  ],
  ['shards that were collected once each', { attempts: [...shard('s1', 1), ...shard('s2', 2), ...merge] }, null, false],
  [
    'unmerged shards with a red trial',
    before([...shard('s1', 1, { red_trial: false }), ...shard('s2', 2, { red_trial: true })]),
    'abandoned before the end: run s1',
    true,
  ],
  [
    'unmerged shards without a red trial',
    before([...shard('s1', 1, { red_trial: false }), ...shard('s2', 2, { red_trial: false })]),
    'still open: run s1',
    false,
  ],
  [
    'a shard that was collected again',
    { attempts: [...shard('s1', 1), ...shard('again', 1), ...shard('s2', 2), ...merge] },
    'collected a shard again: run again (shard 1/2 once more)',
    true,
  ],
  ['a red row whose lines were deleted', { runs: [red(), green], attempts: own }, 'did not pass: run red-run', true],
  [
    'a red partial row whose lines were deleted',
    { runs: [red({ partial: true }), green], attempts: own },
    'did not pass: run red-run',
    true,
  ],
  [
    'a red run whose row was deleted',
    before(lines('red-run', {}, { ...isRed, outcome: 'failed' })),
    'did not pass: run red-run',
    true,
  ],
  [
    'a red row whose lines name another prompt',
    { runs: [red(), green], ...before(lines('red-run', { id: 'other' }, { ...isRed, outcome: 'failed' })) },
    'did not pass: run red-run of other',
    true,
  ],
  [
    'a red row whose lines name other files',
    { runs: [red(), green], ...before(lines('red-run', { evidence: { ...evidenceNow, cases: 'x' } })) },
    'did not pass: run red-run',
    true,
  ],
  [
    'a red row whose lines say that it passed',
    { runs: [red(), green], ...before(lines('red-run', {})) },
    'did not pass: run red-run',
    true,
  ],
  [
    'a red result.json whose lines say that it passed',
    { folders: [keptRun({ run_id: 'a' })], ...before(lines('a', {})) },
    'did not pass: run a',
    true,
  ],
  ['a red run with only a folder', { folders: [keptRun({})] }, 'did not pass: run kept', true],
  [
    'a killed run with only a folder',
    { folders: [keptRun({ state: 'unfinished' })] },
    'abandoned before the end: run kept',
    true,
  ],
  ['a synthetic run with only a folder', { folders: [keptRun({ synthetic: true })] }, null, false],
];

for (const [what, world, message, isShut] of table) {
  test(`with max_failed_runs 0, ${what}: ${isShut ? 'unmet' : message === null ? 'no gate' : 'met and named'}`, () => {
    const said = gatesOf({ runs: [green], ...world, prompt: none }).find(({ gate }) => gate === 'failed_runs');
    assert.equal(said?.met ?? true, !isShut, said?.message);
    assert.equal(
      said?.message ?? null,
      message &&
        `1 earlier attempt on these very files ${isShut ? 'counts' : 'does not count'}: ${message}${isShut ? '; at most 0 may count' : ''}`,
    );
    assert.deepEqual(
      unmetOf({ runs: [green], ...world, prompt: none }).map(([gate]) => gate),
      isShut ? ['failed_runs'] : [],
    );
    assert.deepEqual(unmetOf({ runs: [green], ...world }), [], 'without a limit all are named and none shuts');
  });
}

test('without a full run, earlier attempts are named and counted too', () => {
  const attempts = lines('a', {}, { ...isOpen, outcome: 'interrupted' });
  const said = gatesOf({ runs: [], attempts, prompt: none }).find(({ gate }) => gate === 'failed_runs');
  const message = '1 earlier attempt on these very files counts: abandoned before the end: run a; at most 0 may count';
  assert.deepEqual([said?.met, said?.message], [false, message]);
});

test('the remedy is to resume the last interrupted full run of these files, if its folder exists', () => {
  const hint = (stopped: readonly AttemptLine[], part: World = {}) => {
    const world = { runs: [], attempts: stopped, folderNames: ['a', 'b'], ...part };
    return gatesOf(world).find(({ met }) => !met)?.remedy;
  };
  const stopped = { ...isOpen, outcome: 'interrupted' } as const;
  const both = [...lines('a', {}, stopped), ...lines('b', {}, stopped)];
  assert.equal(hint(both), 'run: eva eval diff --resume b');
  assert.equal(hint(both, { folderNames: [] }), 'run: eva eval diff');
  assert.equal(hint(lines('a', { kind: 'partial' }, stopped)), 'run: eva eval diff');
  assert.equal(hint(lines('a', { evidence: { ...evidenceNow, prompt: 'x' } }, stopped)), 'run: eva eval diff');
  const stale = { runs: [{ ...green, evidence: { ...green.evidence, prompt: 'before' } }] };
  assert.equal(hint(both, stale), 'run: eva eval diff --resume b');
});

test('attempts after the run are named but not counted', () => {
  const attempts = [...own, ...lines('a', { kind: 'partial' }, { ...isRed, outcome: 'failed' })];
  const [said] = gatesOf({ attempts, prompt: none }).slice(-1);
  assert.deepEqual([said?.met, said?.message], [true, 'since then: did not pass: run a']);
});

/** Makes the lines of a run that was interrupted without a reply, of a second run, and of the resumed first run, which passed. */
const resumedLast = (between: readonly AttemptLine[]) => [
  begin[0] as AttemptLine,
  ...lines(green.run_id, {}, { ...isOpen, outcome: 'interrupted', sources: noSources }).slice(1),
  ...between,
  ...own.slice(1),
];

test('a run that began first and was resumed last does not hide the attempts in between', () => {
  const attempts = resumedLast(lines('a', {}, { ...isRed, outcome: 'failed' }));
  assert.deepEqual(
    unmetOf({ attempts, prompt: none }).map(([gate]) => gate),
    ['failed_runs'],
  );
  assert.match(gatesOf({ attempts }).at(-1)?.message ?? '', /^1 earlier attempt .*: did not pass: run a;/);
});

test('the message groups attempts by state', () => {
  const attempts = [
    ...lines('a', {}, { ...isRed, outcome: 'failed' }),
    ...lines('b', {}, { ...isRed, outcome: 'failed' }),
    ...lines('c', {}, { ...isOpen, outcome: 'unfinished' }),
    ...cut(lines('d', {}), 1),
    ...own,
  ];
  assert.equal(
    gatesOf({ attempts }).at(-1)?.message,
    '3 of 4 earlier attempts on these very files count: did not pass: run a, run b; abandoned before the end: run d; ' +
      'named only, still open: run c; no limit is set (promotion.max_failed_runs)',
  );
});

// Sources of replies.

const replayed = (sources: object) => ({ runs: [{ ...green, sources: { ...noSources, ...sources } }] });

const hits = (run_id: string, kind = 'full') => ({ runs: [{ run_id, kind, replies: 2 }] });

const earlier = lines('a', {});

const replay = lines(green.run_id, { kind: 'replay' });

const real: readonly (readonly [what: string, world: World, why: string | null])[] = [
  ['a full run that called its models', {}, null],
  ['merged shards', { attempts: [...shard('s1', 1), ...shard('s2', 2), ...merge] }, null],
  [
    'a full run with all replies from the cache of one recorded full run',
    { ...replayed(hits('a')), ...before(earlier) },
    null,
  ],
  [
    'a full run that asked for the replies that a passed run did not keep',
    { ...replayed({ asked: 1, ...hits('a') }), ...before(earlier) },
    null,
  ],
  ...Object.entries({
    'that is red in .attempts.jsonl': before(lines('a', {}, { ...isRed, outcome: 'failed' })),
    'with a red row': { ...before(earlier), rows: [red({ run_id: 'a' })] },
    'with a red result.json': { ...before(earlier), folders: [keptRun({ run_id: 'a' })] },
  }).map(([how, { rows = [], ...world }]: [string, World & { readonly rows?: readonly object[] }]) => {
    const [row] = replayed({ asked: 1, ...hits('a') }).runs;
    return [
      `a full run that asked for the replies that it did not find of a run ${how}`,
      { ...world, runs: [...rows, row as object] },
      'used kept replies of run a, which did not pass, and asked models for the other 1: refused, cut and empty replies are never kept',
    ] as const;
  }),
  [
    'a full run with all replies from the cache of a run that was interrupted',
    { ...replayed(hits('a')), ...before(lines('a', {}, { ...isOpen, outcome: 'interrupted' })) },
    'used kept replies of run a, which is not finished',
  ],
  [
    'a full run with all replies from the cache of a run that only began',
    { ...replayed(hits('a')), ...before(cut(lines('a', {}), 1)) },
    'used kept replies of run a, which is not finished',
  ],
  [
    'a full run with all replies from the cache of a run that was interrupted, resumed and passed',
    {
      ...replayed(hits('a')),
      ...before([...lines('a', {}, { ...isOpen, outcome: 'interrupted' }), ...lines('a', {}).slice(1)]),
    },
    null,
  ],
  ['a replay of one recorded full run', { ...replayed(hits('a')), attempts: [...earlier, ...replay] }, null],
  [
    'a replay of an unrecorded run',
    { ...replayed(hits('a')), attempts: replay },
    'used kept replies of run a, which .attempts.jsonl does not note as a whole run of these files',
  ],
  [
    'a replay of a partial run',
    { ...replayed(hits('a', 'partial')), attempts: [...lines('a', { kind: 'partial' }), ...replay] },
    'used kept replies of run a, which .attempts.jsonl does not note as a whole run of these files',
  ],
  [
    'a replay of a partial run whose replies claim a full run',
    { ...replayed(hits('a')), attempts: [...lines('a', { kind: 'partial' }), ...replay] },
    'used kept replies of run a, which .attempts.jsonl does not note as a whole run of these files',
  ],
  [
    'a replay of a whole run of other files',
    { ...replayed(hits('a')), attempts: [...lines('a', { evidence: { ...evidenceNow, judge: 'x' } }), ...replay] },
    'used kept replies of run a, which .attempts.jsonl does not note as a whole run of these files',
  ],
  [
    'a replay of several runs',
    {
      ...replayed({ runs: [...hits('a').runs, ...hits('b').runs] }),
      attempts: [...earlier, ...lines('b', {}), ...replay],
    },
    'used kept replies of 2 runs, and somebody may have chosen the best',
  ],
  [
    'a replay of more runs than are listed',
    { ...replayed({ ...hits('a'), more_runs: 3 }), attempts: [...earlier, ...replay] },
    'used kept replies of 4 runs, and somebody may have chosen the best',
  ],
  [
    'replies that name no run',
    { ...replayed({ unnamed: 2 }), attempts: replay },
    'used 2 kept replies that name no run',
  ],
  [
    'synthetic replies according to its sources only',
    replayed({ synthetic: 1 }),
    'used synthetic replies: a person wrote them, not a model',
  ],
  [
    'invalid sources',
    { runs: [{ ...green, sources: 'all asked' }] },
    'has a row that does not say where its replies came from',
  ],
];

for (const [what, world, why] of real) {
  test(`replies of ${what}: ${why === null ? 'real' : 'refused'}`, () => {
    assert.deepEqual(unmetOf({ runs: [green], ...world }), why === null ? [] : [['real', `${name} ${why}`]]);
    const { remedy } = gatesOf({ runs: [green], ...world }).find(({ gate }) => gate === 'real') ?? {};
    const end = why?.includes('synthetic') ? ' with a key, so that a model is asked' : ' --no-cache';
    assert.equal(remedy, why === null ? null : `run: eva eval diff${end}`);
  });
}

const notNoted = 'is not noted in .attempts.jsonl as a whole run of these files';

const noted = lines(green.run_id, {}, { row: rowDigest(begin[0], green) });

const other = 'has another row or begin line than .attempts.jsonl noted at its end';

const notes: readonly [what: string, world: World, why: string | null][] = [
  ['without a begin line', { attempts: [] }, notNoted],
  ['recorded as partial', { attempts: lines(green.run_id, { kind: 'partial' }) }, notNoted],
  [
    'recorded with other files',
    { attempts: lines(green.run_id, { evidence: { ...evidenceNow, cases: 'x' } }) },
    notNoted,
  ],
  ['whose end line is missing', { attempts: begin }, 'is not finished by .attempts.jsonl'],
  [
    'whose last end is no verdict',
    { attempts: [...own, ...lines(green.run_id, {}, { outcome: 'interrupted' }).slice(1)] },
    'is not finished by .attempts.jsonl',
  ],
  ['whose end line has its digest', { attempts: noted }, null],
  [
    'with another source of replies',
    { attempts: noted, runs: [{ ...green, sources: { ...noSources, asked: 9 } }] },
    other,
  ],
  ['with another level', { attempts: noted, runs: [{ ...green, try: 2 }] }, other],
  [
    'with another begin line',
    { attempts: noted.map((line) => ({ ...line, ...(line.event === 'begin' && { try: 2 }) })) },
    other,
  ],
];

for (const status of ['draft', 'tested'] as const) {
  for (const [what, world, why] of notes) {
    test(`a ${status} with a green row of a run ${what}: ${why === null ? 'met' : 'unmet'}`, () => {
      const found = unmetOf({ prompt: { status }, runs: [green], ...world });
      assert.deepEqual(found, why === null ? [] : [['eval', `${name}, the most recent full run, ${why}`]]);
    });
  }
}

test('a later red run decides if its row or its begin line was changed so that it does not', () => {
  const ts = '2026-01-10T13:00:00.000Z';
  const failed = red({ run_id: 'later', ts });
  const [start] = lines('later', { ts });
  const after = lines('later', { ts }, { ...isRed, outcome: 'failed', row: rowDigest(start, failed) });
  const message = `${name} passed, but run later of the same files finished later and ${other}`;
  const changed: readonly World[] = [
    { runs: [green, { ...failed, id: 'other' }], attempts: [...own, ...after] },
    { runs: [green, { ...failed, partial: true }], attempts: [...own, ...after] },
    { runs: [{ ...failed, ts: '2026-01-09T00:00:00.000Z' }, green], attempts: [...own, ...after] },
    {
      runs: [failed, green],
      attempts: [{ ...start, ts: '2026-01-01T00:00:00.000Z' } as AttemptLine, ...own, ...after.slice(1)],
    },
  ];
  for (const world of changed) assert.deepEqual(unmetOf(world), [['eval', message]]);
});

test('a passed row meets no gate if .attempts.jsonl records it as red, at its end or before', () => {
  const [first, ...rest] = own;
  const inTheMiddle = [...begin, { ...first, event: 'red' } as AttemptLine, ...rest];
  for (const attempts of [lines(green.run_id, {}, { ...isRed, outcome: 'failed' }), inTheMiddle]) {
    assert.deepEqual(unmetOf({ attempts }), [
      ['eval', `${name}, the most recent full run, contradicts .attempts.jsonl, where it is red`],
    ]);
  }
});

for (const [how, world, isRedSource] of [
  ['is red in .attempts.jsonl', { attempts: [...lines('a', {}, { ...isRed, outcome: 'failed' }), ...replay] }, true],
  ['has a red row', { attempts: [...earlier, ...replay], rows: [red({ run_id: 'a' })] }, true],
  ['has a red result.json', { attempts: [...earlier, ...replay], folders: [keptRun({ run_id: 'a' })] }, true],
  ['passed', { attempts: [...earlier, ...replay] }, false],
  [
    'has a red row of other files',
    {
      attempts: [...earlier, ...replay],
      rows: [red({ run_id: 'a', evidence: { ...runRow().evidence, cases: 'before' } })],
    },
    false,
  ],
] as readonly (readonly [string, World & { readonly rows?: readonly object[] }, boolean])[]) {
  test(`a passed replay of a run that ${how}: ${isRedSource ? 'unmet' : 'met'}`, () => {
    const { rows = [], ...rest } = world;
    const unmet = unmetOf({ ...rest, runs: [...rows, ...replayed(hits('a')).runs] });
    const why = 'contradicts run a, whose replies it reuses and which did not pass';
    assert.deepEqual(unmet, isRedSource ? [['eval', `${name}, the most recent full run, ${why}`]] : []);
  });
}

// Corrected tries.

const statistical = cases.map(({ name: title }) => {
  const one = caseWith(title, []);
  const criteria = [{ criterion: 'proportion_gte', params: {}, significance_level: 0.05 }];
  return { ...one, expectations: one.expectations.map((each) => ({ ...each, criteria })) };
});

const decidedAt = (level: number) =>
  runRow({
    verdicts: ['one', 'two'].map((title) => ({ ...decision(title, 'passed', level), criterion: 'proportion_gte' })),
  });

const failures = ['a', 'b'].flatMap((run) => lines(run, {}, { ...isRed, outcome: 'failed' }));

const tries: readonly [what: string, level: number, failed: readonly AttemptLine[], unmet: string | null][] = [
  ['the first attempt at half the level', 0.025, [], null],
  [
    'the first attempt at the whole level',
    0.05,
    [],
    'is attempt 1 on these files, where "one" was decided at 5 %; attempt 1 has at most 2.5 %',
  ],
  ['the third attempt at a twelfth of the level', 0.05 / 12, failures, null],
  [
    'the third attempt at the level of the first',
    0.025,
    failures,
    'is attempt 3 on these files, where "one" was decided at 2.5 %; attempt 3 has at most 0.42 %',
  ],
];

for (const [what, level, failed, unmet] of tries) {
  test(`corrected tries: ${what} is ${unmet === null ? 'accepted' : 'refused'}`, () => {
    const world = { cases: statistical, runs: [decidedAt(level)], attempts: [...failed, ...own] };
    const found = unmetOf({ ...world, prompt: { promotion: { tries: 'corrected' } } });
    assert.deepEqual(found, unmet === null ? [] : [['tries', `${name} ${unmet}`]]);
    assert.deepEqual(unmetOf(world), [], 'and without correction any level is');
  });
}

test('corrected tries: two runs with number 1 cannot both be decided at half the level', () => {
  const corrected = {
    cases: statistical,
    runs: [decidedAt(0.025)],
    prompt: { promotion: { tries: 'corrected' } },
  } as const;
  const between = (number: number) => resumedLast(lines('a', { try: number }, { ...isRed, outcome: 'failed' }));
  assert.deepEqual(
    unmetOf({ ...corrected, attempts: between(1) }).map(([gate]) => gate),
    ['tries'],
  );
  assert.deepEqual(
    unmetOf({ ...corrected, attempts: between(2) }),
    [],
    'one that counted the run has a level of its own',
  );
});

/** Returns the last part of the message: the chance of luck with corrected tries. */
function priceAt(level: number, attempts: readonly AttemptLine[]): string {
  const world = { cases: statistical, runs: [decidedAt(level)], attempts: [...attempts, ...own] };
  const [said] = gatesOf({ ...world, prompt: { promotion: { tries: 'corrected' } } }).slice(-1);
  return said?.message.split('; ').at(-1) ?? '';
}

const together = 'all attempts together: the chance of a pass by luck is at most 5 %';

test('with corrected tries, all attempts together have at most the full level', () => {
  assert.equal(priceAt(0.05 / 12, failures), together);
});

test('attempts that are not red use up numbers, but do not change the overall level', () => {
  const open = ['c', 'd', 'e', 'f', 'g'].flatMap((run) => lines(run, {}, { ...isOpen, outcome: 'unfinished' }));
  assert.equal(priceAt(0.05 / 72, [...failures, ...open]), together);
  const passed = lines('c', {});
  assert.equal(priceAt(0.05 / 20, [...failures, ...passed]), together);
});

test('a row can hold any number of verdicts', () => {
  const [verdict] = decidedAt(0.05 / 12).verdicts;
  const runs = [{ ...green, verdicts: Array.from({ length: 200_000 }, () => verdict) }];
  const world = { cases: statistical, runs, attempts: [...failures, ...own] };
  const said = gatesOf({ ...world, prompt: { promotion: { tries: 'corrected' } } }).at(-1)?.message;
  assert.equal(said?.split('; ').at(-1), together);
});

test('a row decided without corrected levels has the uncorrected chance of luck', () => {
  assert.equal(priceAt(0.05, failures), '3 tries at 5 %: the chance of a pass by luck is up to 14 %');
});

test('with corrected tries and no verdict with a level, the message has no chance of luck', () => {
  const world = { attempts: [...failures, ...own], prompt: { promotion: { tries: 'corrected' } } } as const;
  const named = gatesOf(world).map(({ gate }) => gate);
  assert.deepEqual(named.slice(-2), ['age', 'failed_runs']);
  assert.doesNotMatch(gatesOf(world).at(-1)?.message ?? '', /%/);
});
