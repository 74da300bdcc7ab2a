import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, ConversationSubject } from '#model/case.js';
import type { Outlook } from '#model/run/outlook.js';
import { ordinaryManner, type RunPlan } from '#model/run/run.js';
import { defaultStyles } from '#model/writing-style.js';
import { foretold } from '#report/plan/foretold.js';
import { prettyPlan } from '#report/plan/plan.js';
import { plainPaint } from '#report/text/paint.js';
import { triggerSubject } from '../support/trigger-subject.js';
import { matchesGolden } from './golden.js';
import { sampleCase, sampleOutlook } from './run-sample.js';

const free = (plan: RunPlan) => ({ plan, cost: null });
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
    manner: ordinaryManner,
    ...changes,
  };
}

const none = { subject: 0, user: 0, judge: 0, trigger: 0, rubric: 0 };
const calls = { ...none, subject: 146, judge: 144, trigger: 2 };
const cost = { at_most_usd: 31.2, about_usd: 1.8412, without_price: [], asked_by_programs: [], unbounded_apps: [] };

test('a plan says what each criterion takes to pass, how probable that is, and what the run costs', () => {
  matchesGolden('plan', prettyPlan({ plan: planOf([...plain, ...tested]), cost, calls }, screen(80)));
});

test('a plan is readable in 60 columns', () => {
  matchesGolden('plan-60', prettyPlan({ plan: planOf([...plain, ...tested]), cost, calls }, screen(60)));
});

test('no line of a plan is wider than the screen', () => {
  for (const width of [60, 80, 100]) {
    const text = prettyPlan({ plan: planOf([...plain, ...tested]), cost, calls }, screen(width));
    const lines = `${text}${foretold(free(planOf([...plain, ...tested])), screen(width))}`.split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > width),
      [],
    );
  }
});

test('a plan whose every trial must pass needs no explanation of tests', () => {
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
  { title: 'a bound alone', cost: { ...cost, about_usd: null }, line: '  Cost   $31.20 at most' },
  { title: 'an earlier run and a bound', cost, line: '  Cost   about $1.84 by earlier runs, $31.20 at most' },
  {
    title: 'a model without a price',
    cost: { ...unbounded, without_price: ['claude-\u001b[31m', 'gpt'] },
    line: '  Cost   no bound, since eva.yml has no price for claude-\\x1b[31m, gpt',
  },
  {
    title: 'a model that a program asks',
    cost: { ...unbounded, without_price: ['claude'], asked_by_programs: ['claude'] },
    line: '  Cost   no bound, since a program asks claude',
  },
  {
    title: 'a model without a price, and one that a program asks',
    cost: { ...unbounded, without_price: ['claude', 'gpt'], asked_by_programs: ['claude'] },
    line: '  Cost   no bound, since eva.yml has no price for gpt, and a program asks claude',
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

test('a plan of corrected tries names levels only where a criterion has one', () => {
  const textOf = (cases: readonly Case[], attempt: number) => {
    const plan = planOf(cases, { try: attempt, tries: 'corrected' });
    return prettyPlan({ plan, cost: null, calls: none }, screen(100));
  };
  assert.match(textOf(tested, 2), /Attempt +2 on these files: each level is divided by 6/);
  assert.match(textOf(plain, 2), /Attempt +2 on these files\n/);
  assert.doesNotMatch(textOf(plain, 1), /Attempt/);
});

test('a truth that nobody stated is told as assumed, and one that the case expects is not', () => {
  const one = sampleCase('unlikely', 52, 60);
  const rendered = (own: Case) => prettyPlan({ plan: planOf([own]), cost: null, calls }, screen(100));
  assert.match(rendered(one), /40% to pass if the true rate is 98\.5% \(assumed\): too few trials/);
  assert.match(rendered(one), /^ {2}Assumed: a guess from the bar\./m);
  assert.match(rendered({ ...one, expected: 0.985 }), /40% to pass if the true rate is 98\.5%: too few trials/);
  assert.doesNotMatch(rendered({ ...one, expected: 0.985 }), /assumed/i);
  assert.doesNotMatch(rendered(sampleCase('impossible', 70, 20)), /assumed/i);
});

function planWith(own: readonly Outlook[]): RunPlan {
  return planOf([], { outlooks: own });
}

test('before a run it is said in short what its trials can show, of cases that are alike together', () => {
  const alike = ['alike', 'alike too'].map((name) => sampleOutlook(name));
  const told = foretold(free(planWith([...outlooks, ...alike])), screen(80));
  assert.deepEqual(told.split('\n'), [
    '',
    '  What these trials can show',
    '  likely',
    '    at least 80% of trials pass (every check holds): 60 trials (at least 14',
    '      are needed), 6 may fail, 93% chance to pass if the true rate is 94% (80%',
    '      with 45 trials)',
    '    the mean response_latency is below 4 s: 60 trials (at least 42 are',
    '      needed), 61% chance to pass if the true mean is 1.2 s and values lie at',
    '      both ends of what they can be (80% with 96 trials)',
    '  unlikely, alike, alike too',
    '    at least 95% of trials pass: 60 trials (at least 59 are needed), none may',
    '      fail, 40% chance to pass if the true rate is 98.5% (80% with 153 trials),',
    '      likely inconclusive',
    '  impossible',
    '    at least 95% of trials pass: cannot pass with 20 trials, however good they',
    '      are: it takes at least 59',
    '  292 calls at most · in full: eva plan release-notes',
    '',
    '',
  ]);
});

test('each claim of a case is told in full', () => {
  const claims = [sampleOutlook('one', { needed_n: null }), sampleOutlook('one', { about: 'is polite' })];
  const lines = foretold(free(planWith(claims)), screen(100)).split('\n');
  assert.ok(
    lines.includes('    at least 95% of trials pass (is polite): 60 trials (at least 59 are needed), none may fail,'),
    lines.join('\n'),
  );
});

test('of a mean nobody knows that it is likely inconclusive: its values may lie closer together', () => {
  const mean = sampleOutlook('one', { is_widest_spread: true, max_failures: null });
  assert.doesNotMatch(foretold(free(planWith([mean])), screen(100)), /inconclusive/);
});

test('before a run of very many cases not all are told, but how many more there are', () => {
  const many = Array.from({ length: 30 }, (_, i) => sampleOutlook(`case ${i}`, { claim: `claim ${Math.min(i, 20)}` }));
  const lines = foretold(free(planWith(many)), screen(80)).split('\n');
  assert.deepEqual(
    lines.filter((line) => /more|^ {2}case [07]$/.test(line)),
    ['  case 0', '  case 7', '  … and 22 more cases'],
  );
  const alike = many.map((one) => ({ ...one, claim: 'it works' }));
  assert.match(
    foretold(free(planWith(alike)), screen(80)),
    /case 0, case 1, case 2, case 3, case 4, case 5 and 24 more\n/,
  );
});

test('a run whose every trial must pass is told nothing before it', () => {
  assert.equal(foretold(free(planWith(plain.map(everyTrial))), screen(80)), '');
});

test('a chance that is nearly nothing, certain or enough is not rounded to it', () => {
  const at = (value: number) => ({ at: 0.985, value, truth: 'x' });
  const told = [0, 0.004, 0.49999, 0.5, 0.79998, 0.8, 0.996, 1].map((value) => {
    const text = foretold(free(planWith([sampleOutlook('one', { power: at(value) })])), screen(100)).replace(
      /\s+/g,
      ' ',
    );
    return /, (\S+ ?\S*) chance/.exec(text)?.[1];
  });
  assert.deepEqual(told, ['0%', '< 1%', '49%', '50%', '79%', '80%', '> 99%', '100%']);
});

test('a criterion that no case could pass says so', () => {
  const text = foretold(free(planWith([sampleOutlook('one', { smallest_n: null })])), screen(100));
  assert.match(text.replace(/\s+/g, ' '), /it takes more than the 100,000 that a case can have/);
});

test('before a run stands what it costs at most, and about, where prices tell', () => {
  const cost = { at_most_usd: 4.1, about_usd: 0.42, without_price: [], asked_by_programs: [], unbounded_apps: [] };
  const text = foretold({ plan: planWith([sampleOutlook('one')]), cost }, screen(100));
  assert.match(text, / calls at most · \$4\.10 at most · about \$0\.4200 · in full: eva plan /);
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
const talkCalls = { ...none, subject: 600, user: 600, judge: 100, rubric: 1 };

test('a scenario is planned with who talks to whom, how long, and which rubrics are to be written', () => {
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

test('calls are told by what is asked for', () => {
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
    rendered([talk, ...plain], { subject: 3, user: 2, judge: 1, trigger: 2, rubric: 1 }),
    '  Calls  9 at most: 3 of the prompt and the application, 2 of the simulated user, 3 of judges, 1 to write rubrics',
  );
  assert.equal(rendered([talk], { ...none, user: 9 }), '  Calls  9 at most');
});
