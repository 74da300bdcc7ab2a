import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { outlooksOf } from '#decide/outlooks.js';
import { sequentialPlan } from '#decide/statistical-tests/sequential-test.js';
import { decideCase, watchCase } from '#decide/watch-case.js';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { chanceOfRun } from '#model/run/outlook.js';
import {
  binomialLowerTail,
  binomialPower,
  binomialUpperTail,
  clopperPearsonLower,
  clopperPearsonUpper,
  quantileRank,
  sampleSize,
  smallestN,
} from '#stats/binomial.js';
import { operating } from '#stats/boundaries.js';
import { bernoulliMixtureLogE } from '#stats/e-process.js';
import { gaffkeP } from '#stats/gaffke.js';
import { holm, levelOfAttempts } from '#stats/multiple-testing.js';
import { sampleOutlook } from '../report/run-sample.js';
import { gaffkeLowerBound, gaffkeUpperBound } from '../stats/gaffke-sides.js';
import {
  caseOf,
  criterion,
  type Example,
  measured,
  passesOrNot,
  scoredFrom,
  scoresOf,
  times,
} from '../support/statistical-case.js';
import { goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { decided } from '../vectors/decided.js';
import { stableSize } from '../vectors/formulas/stable-size.js';

const file = readFileSync('docs/internals/statistics.md', 'utf8');
/** Where lines break says nothing. */
const page = file.replace(/\s+/g, ' ');

/** The page says each of these, which were put together from numbers computed here. */
function says(...phrases: readonly string[]): void {
  for (const phrase of phrases) assert.ok(page.includes(phrase), `the page does not say: ${phrase}`);
}

const to4 = (value: number) => value.toFixed(4);
const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
const row = (title: string, cells: readonly (string | number | null)[]) => `| ${title} | ${cells.join(' | ')} |`;
const short = (value: number) => value.toFixed(2).replace(/^0/, '');

const rate = (proportion: number) => [criterion('proportion_gte', { proportion })];
const latency = measured('per_turn.response_latency');
const scores = scoredFrom(1, 10);

test('the proportion by hand: 38 and 30 of 40 against 90 %', () => {
  says(
    `= ${to4(binomialUpperTail(38, 40, 0.9))}`,
    `= ${[780 * 0.9 ** 38 * 0.01, 40 * 0.9 ** 39 * 0.1, 0.9 ** 40].map(to4).join(' + ')} = `,
    `\`fail_p\` is ${to4(binomialLowerTail(38, 40, 0.9))}, so`,
    `The lower bound is ${percent(clopperPearsonLower(38, 40, 0.05))}: the verdict is \`inconclusive\``,
    `With 30 of 40, \`fail_p\` is ${to4(binomialLowerTail(30, 40, 0.9))} and the upper bound ${percent(clopperPearsonUpper(30, 40, 0.05))}: \`failed\``,
  );
  assert.equal(decided(caseOf(40, passesOrNot, rate(0.9)), [...times(38, 1), 0, 0]).outcome, 'inconclusive');
  assert.equal(decided(caseOf(40, passesOrNot, rate(0.9)), [...times(30, 1), ...times(10, 0)]).outcome, 'failed');
});

test('the median by hand: 15 of 20', () => {
  says(
    `${Math.round(2 ** 20 * binomialUpperTail(15, 20, 0.5))} / 2²⁰ = ${to4(binomialUpperTail(15, 20, 0.5))} (of`,
    `the ${quantileRank(20, 0.5, 0.05, 'lower')}th and the ${quantileRank(20, 0.5, 0.05, 'upper')}th smallest score`,
  );
  const median = caseOf(20, scores, [criterion('median_gte', { threshold: 8 })]);
  assert.equal(decided(median, [...times(15, 9), ...times(5, 4)]).outcome, 'passed');
  assert.deepEqual(
    [4, 5].map((n) => quantileRank(n, 0.5, 0.05, 'upper')),
    [null, 5],
  );
  says('a bound takes 5 trials');
});

test('the mean by hand: values alike, and one below the bar', () => {
  const six = [...times(6, 9), 3] as number[];
  says(
    `five of them 1/${Math.round(1 / gaffkeP([9, 9, 9, 9, 9], 1, 5))}, \`passed\``,
    `(28/29)¹⁰⁰ = ${to4((28 / 29) ** 100)}`,
    `an upper bound of ${gaffkeUpperBound(Array(100).fill(1), 30, 0.05).toFixed(2)} s`,
    `= ${to4(gaffkeP(six, 1, 5))}\`, \`passed\`; the lower bound of the mean is ${gaffkeLowerBound(six, 1, 0.05).toFixed(2)}`,
  );
  assert.equal(to4((4 * 0.5 ** 6 - 2 / 3 ** 6) / 2), to4(gaffkeP(six, 1, 5)));
  const low = caseOf(100, latency, [criterion('mean_lt', { threshold: 2 })]);
  assert.equal(to4(decided(low, times(100, 1)).p_value ?? 1), '0.0299');
  const nines = (n: number) =>
    decided(caseOf(n, scores, [criterion('mean_gte', { threshold: 8 })]), times(n, 9)).outcome;
  assert.deepEqual([22, 23].map(nines), ['inconclusive', 'passed']);
  const seconds = (n: number) =>
    decided(caseOf(n, latency, [criterion('mean_lt', { threshold: 2 })]), times(n, 1)).outcome;
  assert.deepEqual([85, 86].map(seconds), ['inconclusive', 'passed']);
  says('which takes 23 of them', 'every score is a 9: 23.', 'with a time-out of 30 s: 86.');
});

test('turn by turn by hand: 20 conversations in all turns, 5 in nine of ten', () => {
  const p = gaffkeP([...Array(20).fill(1), ...Array(5).fill(0.9)], 0, 0.85);
  says(`0.85²⁰ · (0.85/0.9)⁵ = ${to4(p)}\`, \`passed\``);
  assert.equal(to4(0.85 ** 20 * (0.85 / 0.9) ** 5), to4(p));
});

test('the tables of the smallest samples', () => {
  const bars = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999];
  const few = [0.5, 0.75, 0.8, 0.9, 0.95, 0.99];
  const name = (bar: number) => String(bar).slice(1);
  says(row('bar mu0', bars.map(name)), row('bar mu0', few.map(name)));
  for (const level of [0.05, 0.01]) {
    const proportions = bars.map((bar) => smallestN(bar, level, 0));
    says(row(`level ${level}`, proportions));
    const means = [6, 7, 8, 9].map((bar) => smallestOfMean(bar, level));
    says(row(`level ${level}`, means));
  }
  for (const [failures, title] of ['no failure', '1 failure', '2 failures', '3 failures'].entries()) {
    const cells = few.map((bar) => smallestN(bar, 0.05, failures));
    says(row(title, cells));
  }
});

function smallestOfMean(threshold: number, level: number): number | null {
  const one = caseOf(50, scores, [criterion('mean_gte', { threshold }, level)]);
  return outlooksOf(one)[0]?.smallest_n ?? null;
}

test('the trials for 80 %, and the sawtooth of power', () => {
  const pairs = [
    [0.5, 0.7],
    [0.75, 0.9],
    [0.8, 0.9],
    [0.9, 0.97],
    [0.95, 0.985],
    [0.95, 0.99],
    [0.99, 0.998],
  ] as const;
  const targets = pairs.map(([p0, p1]) => ({ p0, p1, alpha: 0.05, power: 0.8 }));
  const first = targets.map((target) => sampleSize(target).n_first);
  const stable = targets.map(stableSize);
  says(row('trials for 80 %', first), row('… and from there on always', stable));
  const trials = [59, 92, 93, 123, 124];
  const powers = trials.map((n) => binomialPower({ n, p0: 0.95, p1: 0.99, alpha: 0.05 }));
  const allowed = powers.map(({ k_crit }, i) => (trials[i] ?? 0) - (k_crit ?? 0));
  const chances = powers.map(({ power }) => short(power));
  says(row('trials', trials), row('may fail', allowed), row('power', chances));
});

test('a bar of 95 % with 100 trials takes 99 passes', () => {
  const [at97, at99] = [0.97, 0.99].map((p1) => binomialPower({ n: 100, p0: 0.95, p1, alpha: 0.05 }));
  says(`needs ${at97?.k_crit} passes`, `of 97 % passes in ${Math.round(100 * (at97?.power ?? 0))} % of runs`);
  says(`one with 99 % in ${Math.round(100 * (at99?.power ?? 0))} %`);
});

test('trials without a value: 26/32 and 31/32', () => {
  const { p_value, fail_p } = decided(caseOf(5, passesOrNot, rate(0.5)), [1, 1, 'failed', 'ungraded', 0]);
  says(
    `= ${Math.round(32 * (p_value ?? 0))}/32, \`fail_p\` is P(Bin(5, 1/2) ≤ 4) = ${Math.round(32 * (fail_p ?? 0))}/32`,
  );
});

test('the third failure at trial 6 and at trial 20', () => {
  const upTo = (last: number): Example[] => [...times(last - 3, 1), 0, 0, 0];
  const [early, late] = [6, 20].map((last) => stopped(upTo(last)));
  says(`P(Bin(6, 0.1) ≥ 3) = ${to4(early?.fail_p ?? 1)}, \`failed\``);
  says(`at trial 20: ${to4(late?.fail_p ?? 1)}, \`inconclusive\``);
  assert.deepEqual([early?.outcome, late?.outcome], ['failed', 'inconclusive']);
  assert.deepEqual([early?.used, late?.used, early?.p_value], [6, 20, null]);
  const unknown = stopped([1, 1, 1, 0, 0, 'failed']);
  assert.deepEqual([unknown.outcome, unknown.used, unknown.fail_p], ['inconclusive', 6, null]);
});

function stopped(examples: readonly Example[]) {
  const [verdict] = decideCase(caseOf(70, passesOrNot, rate(0.9)), scoresOf(examples)).verdicts;
  assert.ok(verdict);
  return verdict;
}

test('the sequential test by hand: 52 passes in a row of 130, and the fourth failure by trial 23', () => {
  const design = { mu0: 0.9, expected: 0.97, alpha: 0.05, n: 130 };
  const plan = sequentialPlan(design);
  says(`The level is ${to4(plan.level)}, the power ${plan.power.toFixed(3)}.`);
  const failures = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const allowed = plan.pass_at.map((passes, look) => (passes === null ? -1 : look + 1 - passes));
  const tooMany = plan.stop_low.map((stops, look) => (stops === null ? Number.POSITIVE_INFINITY : look + 1 - stops));
  const passes = failures.map((f) => allowed.findIndex((most) => most >= f) + 1 || 'never');
  const givesUp = failures.map((f) => tooMany.findLastIndex((least) => least <= f) + 1 || 'never');
  says(row('failures so far', failures), row('passes at trial', passes));
  says(row('gives up if the last of them comes by trial', givesUp));
  const meanOf = (n: number) => operating(sequentialPlan({ ...design, n }), 0.97).mean_n.toFixed(1);
  const small = sequentialPlan({ ...design, n: 76 });
  says(`With 76 trials the power is ${percent(small.power)}, and ${meanOf(76)} trials`);
  says(`with 130 it is ${(100 * plan.power).toFixed(1)} % and ${meanOf(130)}, and up to 130`);
  const sequential = (examples: readonly Example[]) => {
    const one = caseOf(130, passesOrNot, rate(0.9), { sequential: true });
    return decideCase(one, scoresOf(examples)).verdicts[0];
  };
  assert.deepEqual([sequential(times(130, 1))?.used, sequential(times(130, 1))?.outcome], [52, 'passed']);
  const fourthAt = (trial: number) => [0, 0, ...times(4, 1), 0, ...times(trial - 8, 1), 0, ...times(9, 1)];
  assert.equal(sequential(fourthAt(23))?.used, 23);
  assert.ok((sequential(fourthAt(24))?.used ?? 0) > 24);
});

test('the mixture by hand: two failures, and 43 passes in a row', () => {
  const twin = Math.exp(bernoulliMixtureLogE(0, 2, 0.9, 'less'));
  says(`(1 - 0.1³) / (3 · 0.9 · 0.1²) = ${twin.toFixed(1)}`);
  const passes = Array.from({ length: 60 }, (_, s) => s).find(
    (s) => bernoulliMixtureLogE(s, s, 0.9, 'greater') >= Math.log(20),
  );
  says(
    `For the claim ${passes} passes in a row are needed, beside 52 for the best truncated test and ${smallestN(0.9, 0.05, 0)}`,
  );
});

test('ten cases of 60 trials at a bar of 90 %: how many runs contain a false `failed`', () => {
  const one = caseOf(60, passesOrNot, rate(0.9));
  const failedAt = (trials: number, failures: number): number => {
    const watch = watchCase(one);
    for (const value of [...times(trials - failures, 1), ...times(failures, 0)]) {
      if (watch.isSettled()) return 0;
      watch.push(scoresOf([value]));
    }
    return watch.isSettled() && watch.verdicts()[0]?.outcome === 'failed' ? trials : 0;
  };
  const last = Math.max(...Array.from({ length: 60 }, (_, index) => failedAt(index + 1, 2)));
  const share = 1 - binomialLowerTail(1, last, 0.1);
  says(`the second failure by trial ${last} means \`failed\`, which happens in ${percent(share)} of cases`);
  says(`and ${percent(levelOfAttempts(share, 10))} of runs contain a false \`failed\``);
  says(`at most 1 - 0.95¹⁰ = ${percent(levelOfAttempts(0.05, 10))}`);
  assert.ok(levelOfAttempts(0.005, 10) < 0.05);
  const claim = (name: string, value: number) => sampleOutlook(name, { power: { at: 0.97, value, truth: '' } });
  const two = chanceOfRun({ outlooks: [claim('a', 0.9), claim('a', 0.8)] });
  const three = chanceOfRun({ outlooks: [claim('a', 0.9), claim('a', 0.8), claim('b', 0.5)] });
  const range = (bounds: typeof two) =>
    `${Math.round(100 * (bounds?.least ?? 0))} to ${Math.round(100 * (bounds?.most ?? 0))} %`;
  says(`pass together in ${range(two)} of runs; with a second case of 50 % it is ${range(three)}`);
});

test('the price of many claims and of many tries', () => {
  says(`a probability of up to ${Math.round(100 * levelOfAttempts(0.05, 20))} %`);
  const [two = 0, three = 0, ten = 0] = [2, 3, 10].map((tries) => levelOfAttempts(0.05, tries));
  says(`two at 5 % ${percent(two)}, three ${percent(three)}, ten ${percent(ten)}`);
  says(`3 tries at 5 %: the chance of a pass by luck is up to ${Math.round(100 * three)} %`);
  assert.ok(levelOfAttempts(0.016, 3) < 0.05);
  const { adjusted, reject } = holm([0.01, 0.02, 0.03, 0.2], 0.05);
  says(`become ${adjusted.map((p) => Number(p.toPrecision(6))).join(', ')}: one claim can be made, not three`);
  assert.deepEqual(reject, [true, false, false, false]);
});

test('the file that the page begins with is sound, and every criterion in it can pass', (t) => {
  const yaml = /```yaml\n(.*?)```/s.exec(file)?.[1] ?? '';
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': goodMeta.replace('name: code', 'name: request'),
    'prompts/diff/prompt.xml': '<task>{{request}}</task>',
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }\n${yaml}`,
  });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value);
  assert.deepEqual(problems, []);
  const outlooks = value?.cases.flatMap((one) => outlooksOf(one)) ?? [];
  assert.deepEqual(
    outlooks.map(({ criterion, n, smallest_n }) => [criterion, n, smallest_n]),
    [
      ['proportion_gte', 60, 59],
      ['proportion_lt', 60, 29],
    ],
  );
});
