import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, ConversationSubject } from '#model/case.js';
import type { Outlook } from '#model/run/outlook.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { defaultStyles } from '#model/settings.js';
import { fewTrialsNote } from '#report/plan/outlook-table.js';
import { planTable, prettyPlan } from '#report/plan/plan-text.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { triggerSubject } from '../support/trigger-subject.js';
import { matchesGolden } from './golden.js';
import { sampleCase, sampleOutlook } from './run-sample.js';

const screen = (width: number) => ({ paint: plainPaint, width });
const evidence = { prompt: '', cases: '', judge: '', models: '' };

function everyTrial(one: Case): Outlook {
  const nothing = { significance_level: null, power: null, needed_n: null };
  const small = { n: one.sample_size, smallest_n: 1, max_failures: 0 };
  return sampleOutlook(one.name, { criterion: 'every_trial', claim: 'every trial passes', ...small, ...nothing });
}

function query(name: string): Case {
  const one = sampleCase(name, 90);
  const settings = { model: 'claude-haiku-4-5', timeout_s: 60, max_tokens: 1024 };
  return { ...one, subject: triggerSubject(name, settings) };
}

const plain = [sampleCase('patch-release', 12), sampleCase('stays-short', 20, 5), query('one'), query('two')];
const tested = [sampleCase('likely', 31, 60), sampleCase('unlikely', 52, 60), sampleCase('impossible', 70, 20)];
const outlooks = [
  ...plain.map(everyTrial),
  sampleOutlook('likely', {
    claim: 'at least 80% of trials pass',
    smallest_n: 14,
    max_failures: 6,
    power: { at: 0.94, value: 0.9273, truth: 'the true rate is 94%' },
    needed_n: 45,
  }),
  sampleOutlook('likely', {
    about: 'per_turn.response_latency',
    criterion: 'mean_lt',
    claim: 'the mean response_latency is below 4 s',
    test: "Gaffke's test of a mean",
    smallest_n: 42,
    max_failures: null,
    power: { at: 0.98, value: 0.61, truth: 'the true mean is 1.2 s' },
    needed_n: 96,
    is_widest_spread: true,
  }),
  sampleOutlook('unlikely'),
  sampleOutlook('impossible', { n: 20, max_failures: null, power: { at: 0.985, value: 0, truth: 'x' } }),
];

function planOf(cases: readonly Case[], changes: Partial<RunPlan> = {}): RunPlan {
  const own = outlooks.filter((outlook) => cases.some(({ name }) => name === outlook.case));
  return {
    id: 'release-notes',
    body: '',
    cases,
    evidence,
    partial: false,
    calls: 292,
    outlooks: own,
    manner: defaultRunSettings,
    ...changes,
  };
}

const none = { subject: 0, user: 0, judge: 0, trigger: 0, rubric: 0, embedding: 0 };
const calls = { ...none, subject: 146, judge: 144, trigger: 2 };
const cost = { at_most_usd: 31.2, about_usd: 1.8412, without_price: [], asked_by_programs: [], unbounded_apps: [] };

test('a plan has the requirements and the power of each criterion, and the cost of the run', () => {
  matchesGolden('plan', prettyPlan({ plan: planOf([...plain, ...tested]), cost, calls }, screen(80)));
});

/** Returns a case with the criteria of its outlooks, so that the table finds their bars. */
function claiming(one: Case, ...criteria: Case['expectations'][number]['criteria']): Case {
  return { ...one, expectations: one.expectations.map((each) => ({ ...each, criteria })) };
}

const bar = (proportion: number) => ({ criterion: 'proportion_gte', params: { proportion } });
const inTable = [
  ...plain,
  claiming(sampleCase('likely', 31, 60), bar(0.8), { criterion: 'mean_lt', params: { threshold: 4 } }),
  claiming(sampleCase('unlikely', 52, 60), bar(0.95)),
  claiming(sampleCase('impossible', 70, 20), bar(0.95)),
  claiming(sampleCase('tickets', 80, 1200), bar(0.9)),
];
const stopping = sampleOutlook('tickets', {
  n: 1200,
  max_failures: 90,
  power: { at: 0.96, value: 0.99, truth: 'the true rate is 96%' },
  mean_trials: { at_bar: 90, at_expected: 320.4, bar: 'the true rate is 90%' },
  needed_n: 300,
});
const tablePlan = planOf(inTable, { outlooks: [...outlooks, stopping] });

test('the table of a plan has a line per criterion, marks too few trials, and ends with the totals of the run', () => {
  const failed = { count: 2, limit: 0 };
  const view = { plan: tablePlan, cost, calls, budget: { max_calls: 500 }, batches: { trials: 2, judges: 1 }, failed };
  matchesGolden('plan-table', planTable(view, screen(80)));
});

test('no line of a plan is wider than the screen, and no line of its table occurs twice', () => {
  const long = inTable.map((one) => ({ ...one, name: `${one.name} ${'長'.repeat(150)}` }));
  const longOutlooks = tablePlan.outlooks.map((one) => ({ ...one, case: `${one.case} ${'長'.repeat(150)}` }));
  for (const plan of [tablePlan, { ...tablePlan, cases: long, outlooks: longOutlooks }]) {
    for (const width of [40, 60, 80, 100, 200]) {
      const view = { plan, cost, calls };
      const table = planTable(view, screen(width)).split('\n');
      const lines = [...table, ...fewTrialsNote(plan, screen(width)).split('\n')];
      for (const line of lines) assert.ok(displayWidth(line) <= width, `${width}: ${line}`);
      const rows = table.filter((line) => /\d%/.test(line) && width >= 80);
      assert.equal(new Set(rows).size, rows.length);
      if (width < 60) continue;
      for (const line of prettyPlan(view, screen(width)).split('\n')) assert.ok(displayWidth(line) <= width, line);
    }
  }
});

test('the note before a run counts the criteria with too few trials, and is empty if all have enough', () => {
  assert.equal(
    fewTrialsNote(tablePlan, screen(80)),
    ' ! 2 of 5 criteria have too few trials: eva plan release-notes\n',
  );
  const enough = sampleOutlook('one', { power: { at: 0.99, value: 0.8, truth: 'x' } });
  assert.equal(fewTrialsNote(planWith([enough, ...plain.map(everyTrial)]), screen(80)), '');
  assert.equal(
    fewTrialsNote(planWith([sampleOutlook('one')]), screen(80)),
    ' ! 1 of 1 criterion has too few trials: eva plan release-notes\n',
  );
});

test('a plan in which every trial must pass does not explain tests', () => {
  const text = prettyPlan(
    { plan: planOf(plain, { calls: 8, partial: true }), cost: null, calls: { ...none, subject: 6, trigger: 2 } },
    screen(80),
  );
  assert.deepEqual(text.split('\n'), [
    '',
    ' release-notes  4 cases · 8 trials at most · partial',
    '',
    '  patch-release  1 trial must pass',
    '  stays-short    all 5 trials must pass',
    '  2 triggering queries',
    '',
    '  Calls  8 at most: 6 of the prompt, 2 of judges',
    '',
  ]);
});

const unbounded = { at_most_usd: null, about_usd: null, without_price: [], asked_by_programs: [], unbounded_apps: [] };
const costs = [
  {
    title: 'a bound alone',
    cost: { ...cost, about_usd: null },
    line: '  Cost   $31.20 at most, if every reply has max_tokens tokens',
  },
  {
    title: 'an earlier run and a bound',
    cost,
    line: '  Cost   about $1.84 by earlier runs, $31.20 at most, if every reply has max_tokens tokens',
  },
  {
    title: 'a model without a price',
    cost: { ...unbounded, without_price: ['claude-\u001b[31m', 'gpt'] },
    line: '  Cost   no bound, since eva.yml has no price for claude-\\x1b[31m, gpt',
  },
  {
    title: 'a model that a program asks',
    cost: { ...unbounded, without_price: ['claude'], asked_by_programs: ['claude'] },
    line: '  Cost   no bound, since eva does not see the cost of claude',
  },
  {
    title: 'a model without a price, and one that a program asks',
    cost: { ...unbounded, without_price: ['claude', 'gpt'], asked_by_programs: ['claude'] },
    line: '  Cost   no bound, since eva.yml has no price for gpt, and eva does not see the cost of claude',
  },
  {
    title: 'an application whose responses nothing bounds, and which a model reads',
    cost: { ...unbounded, without_price: ['gpt'], unbounded_apps: ['bot.sh'] },
    line: '  Cost   no bound, since eva.yml has no price for gpt, and a response of bot.sh may be of any length',
  },
];
for (const { title, cost, line } of costs) {
  test(`cost: ${title}`, () => {
    const lines = prettyPlan({ plan: planOf(plain), cost, calls }, screen(100)).split('\n');
    assert.ok(lines.includes(line), lines.join('\n'));
  });
}

test('a plan of corrected tries mentions significance levels only if a criterion has one', () => {
  const textOf = (cases: readonly Case[], attempt: number) => {
    const plan = planOf(cases, { try: attempt, tries: 'corrected' });
    return prettyPlan({ plan, cost: null, calls: none }, screen(100));
  };
  assert.match(textOf(tested, 2), /Attempt +2 on these files: each level is divided by 6/);
  assert.match(textOf(plain, 2), /Attempt +2 on these files\n/);
  assert.doesNotMatch(textOf(plain, 1), /Attempt/);
});

test('a true rate from the bar is marked as assumed, and one from expected is not', () => {
  const one = sampleCase('unlikely', 52, 60);
  const rendered = (own: Case) => prettyPlan({ plan: planOf([own]), cost: null, calls }, screen(100));
  assert.match(rendered(one), /40% to pass if the true rate is 98\.5% \(assumed\): too few trials/);
  assert.match(rendered(one), /^ {2}Assumed: /m);
  assert.match(rendered({ ...one, expected: 0.985 }), /40% to pass if the true rate is 98\.5%: too few trials/);
  assert.doesNotMatch(rendered({ ...one, expected: 0.985 }), /assumed/i);
  assert.doesNotMatch(rendered(sampleCase('impossible', 70, 20)), /assumed/i);
});

function planWith(own: readonly Outlook[]): RunPlan {
  return planOf([], { outlooks: own });
}

test('a chance just below a limit, or near 0 or 1, is not rounded to it', () => {
  const told = [0, 0.004, 0.49999, 0.5, 0.79998, 0.8, 0.996, 1].map((value) => {
    const outlook = sampleOutlook('one', { power: { at: 0.985, value, truth: 'x' } });
    const plan = planOf([sampleCase('one', 1)], { outlooks: [outlook] });
    return /\S*(?:[<>] )?\d+%(?= if 98.5% +153)/.exec(planTable({ plan, cost: null, calls: none }, screen(100)))?.[0];
  });
  assert.deepEqual(told, ['0%', '< 1%', '49%', '50%', '79%', '80%', '> 99%', '100%']);
});

test('a criterion that cannot pass says so', () => {
  const plan = planOf([sampleCase('one', 1)], { outlooks: [sampleOutlook('one', { smallest_n: null })] });
  const text = prettyPlan({ plan, cost: null, calls: none }, screen(100)).replace(/\s+/g, ' ');
  assert.match(text, /it takes more than the 100,000 that a case can have/);
});

const subject: ConversationSubject = {
  kind: 'conversation',
  given: 'A user needs to reset their password.',
  when: 'The user asks for help.',
  inputs: {},
  max_turns: 6,
  app: { app: 'model', settings: { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 4096 } },
  user_simulator: { model: 'claude-haiku-4-5-20251001', timeout_s: 60, max_tokens: 1024 },
  writing_style: defaultStyles,
  seed: 7,
};
const talk: Case = { ...sampleCase('Bot provides fast, helpful, and polite support', 31, 100), subject };
const judge = { model: 'claude-haiku-4-5', timeout_s: 60, max_tokens: 1024, scale: { min: 1, max: 10 }, votes: 1 };
const behavior = (rubric: Readonly<Record<string, string>> | null) => ({
  ...{ about: 'The bot is polite.', criteria: [] },
  grader: { grader: 'expected_behavior', params: { text: 'The bot is polite.', judge, rubric } } as const,
});
const scenarioPlan = (one: Case) => {
  const own = sampleOutlook(one.name, { claim: 'at least 95% of trials score 6 or more', n: 100 });
  return planOf([], { cases: [one], outlooks: [own], calls: 1301 });
};
const talkCalls = { ...none, subject: 600, user: 600, judge: 100, rubric: 1, embedding: 0 };

test('the plan of a scenario has its models, its turns and its unwritten rubrics', () => {
  const expectations = [behavior(null), { ...behavior({ 1: 'Rude.' }), about: 'written' }];
  const view = { plan: scenarioPlan({ ...talk, expectations }), cost: null, calls: talkCalls };
  matchesGolden('plan-scenario', prettyPlan(view, screen(80)));
});

const settings: readonly (readonly [string, Partial<ConversationSubject>, string])[] = [
  [
    'a program',
    { app: { app: 'command', argv: ['node', 'my bot.js'], env: ['BOT_KEY'], timeout_s: 20 } },
    '    application  node "my bot.js", 20 s a response, with BOT_KEY',
  ],
  ['a function', { app: { app: 'function', timeout_s: 60 } }, '    application  a function, 60 s a response'],
  ['users without a style', { writing_style: null }, '    user         claude-haiku-4-5-20251001, no writing style'],
];
for (const [title, own, line] of settings) {
  test(`a planned conversation with ${title}`, () => {
    const view = { plan: scenarioPlan({ ...talk, subject: { ...subject, ...own } }), cost: null, calls: talkCalls };
    assert.ok(prettyPlan(view, screen(100)).split('\n').includes(line), prettyPlan(view, screen(100)));
  });
}

test('calls are counted by role', () => {
  const rendered = (cases: readonly Case[], calls: typeof none) =>
    prettyPlan({ plan: planOf([], { cases, calls: 9 }), cost: null, calls }, screen(100))
      .replace(/\n {9}/g, ' ')
      .split('\n')
      .at(-2);
  assert.equal(
    rendered([talk], { ...none, subject: 5, user: 4 }),
    '  Calls  9 at most: 5 of the application, 4 of the simulated user',
  );
  assert.equal(
    rendered([talk, ...plain], { subject: 3, user: 2, judge: 1, trigger: 2, rubric: 1, embedding: 0 }),
    '  Calls  9 at most: 3 of the prompt and the application, 2 of the simulated user, 3 of judges, 1 to write rubrics',
  );
  assert.equal(rendered([talk], { ...none, user: 9 }), '  Calls  9 at most');
});
