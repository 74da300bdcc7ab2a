import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import type { Finding, Score, Trial } from '#model/run/trial.js';
import type { DatasetFindings, SliceRow, Verdict } from '#model/run/verdict.js';
import type { View } from '#report/view/view.js';
import { sampleCase, sampleVerdict } from './run-sample.js';
import { viewFor } from './sample-views.js';

/** The body of the prompt of the samples. */
export const body = '<task>Name the category of this ticket: {{ticket}}</task>';

const languages = ['en', 'de', 'fr', 'nl'] as const;
const classes = ['billing', 'fraud', 'refund', 'other'] as const;

/** One item of a sample: its values and the answers to it. */
export interface SampleItem {
  readonly id: string;
  readonly ticket: string;
  readonly language: string;
  readonly expected: string;
  readonly answers: readonly string[];
}

/** Returns items in four languages and classes. Every 23rd is wrong, and every 4th of nl. */
export function sampleItems(count: number): readonly SampleItem[] {
  return Array.from({ length: count }, (_, i) => {
    const language = i % 11 === 0 ? 'nl' : (languages[i % 3] ?? 'en');
    const expected = classes[i % 4] ?? 'other';
    const isWrong = i % 23 === 0 || (language === 'nl' && i % 4 === 0);
    const answer = isWrong ? (i % 3 === 0 ? 'none of it' : (classes[(i + 2) % 4] ?? 'other')) : expected;
    return {
      id: `t-${1000 + i}`,
      ticket: `Ticket ${i} about my ${expected} in ${language}`,
      language,
      expected,
      answers: [answer],
    };
  });
}

export const sampleDataset: Dataset = {
  ...{ file: 'data/tickets.csv', sha256: 'a'.repeat(64), digest: 'b'.repeat(64) },
  ...{ items: 1431, kept: 1200, asked: 1200, kept_units: 1200, units: 1200, draws: 1, claim: 'population', seed: 0 },
  inputs: { ticket: 'body' },
  slices: [
    {
      field: 'language',
      values: languages.map((value) => ({ value, kept: 300, kept_units: 300, units: 300 })),
      gate: { criterion: { criterion: 'proportion_gte', params: { proportion: 0.85 } }, must: 'not_fail' },
    },
  ],
  filter: 'split = test',
  mean_bytes: 120,
};

/** Returns the case of a sample: one check against a field, and the classes. */
export function datasetCase(name: string, dataset: Dataset): Case {
  return {
    ...sampleCase(name, 12, dataset.asked * dataset.draws),
    subject: {
      kind: 'prompt',
      inputs: { ticket: '' },
      settings: { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 99 },
    },
    dataset,
    expectations: [
      {
        about: 'every check holds',
        grader: { grader: 'trial_passes', params: { checks: [{ op: 'equals', value: { field: 'label' } }] } },
        criteria: [{ criterion: 'proportion_gte', params: { proportion: 0.92 } }],
      },
      {
        about: 'class',
        grader: {
          grader: 'class',
          params: { expected: { field: 'label' }, of: classes, ignore_case: false, kept: [], asked: [] },
        },
        criteria: [{ criterion: 'recall_gte', params: { class: 'fraud', proportion: 0.9 } }],
      },
    ],
  };
}

/** Returns a trial of each answer to each item. */
export function trialsOf(name: string, items: readonly SampleItem[]): readonly Trial[] {
  const all = items.flatMap((item) => item.answers.map((answer, draw) => ({ item, answer, draw })));
  return all.map(({ item, answer, draw }, index) => ({
    ...{ case: name, index, started_at: '2026-05-01T10:15:00Z', duration_s: 1.2, outcome: 'finished' },
    turns: [{ user_message: body.replace('{{ticket}}', item.ticket), app_response: answer, latency: 1, details: {} }],
    origin: { item: item.id, draw, slices: { language: item.language } },
  }));
}

export function scoresOf(items: readonly SampleItem[]): readonly Score[] {
  return items
    .flatMap((item) => item.answers.map((answer) => ({ item, answer })))
    .flatMap(({ item: { expected }, answer }, trial) => {
      const isRight = answer === expected;
      const reason = isRight ? '' : `the response is "${answer}"`;
      const finding: Finding = { about: `equals: "${expected}"`, holds: isRight, reason };
      const answered = classes.find((one) => one === answer) ?? null;
      const value = isRight ? 1 : 0;
      return [
        { expectation: 0, trial, value, findings: [finding] },
        { expectation: 1, trial, value, classes: { expected, answered }, findings: [{ ...finding, about: 'class' }] },
      ];
    });
}

/** Returns the result of a case from its items. */
export function datasetResult(
  testCase: Case,
  items: readonly SampleItem[],
  found: Partial<DatasetFindings> = {},
): CaseResult {
  const { name, sample_size } = testCase;
  const trials = trialsOf(name, items);
  const stopped_at = trials.length < sample_size ? trials.length : null;
  return {
    ...{ name, kind: 'prompt', passed: false, sample_size, stopped_at, trials, scores: scoresOf(items) },
    verdicts: [share(items), recall(items)],
    dataset: {
      ...{ units: items.length, items: items.length, estimates: null },
      slices: [slices(items)],
      classes: [confusions(items)],
      ...found,
    },
  };
}

function isRight({ answers, expected }: SampleItem): boolean {
  return answers.every((answer) => answer === expected);
}

function share(items: readonly SampleItem[]): Verdict {
  const k = items.filter(isRight).length;
  const words = { found: `${k} of ${items.length} items right`, bound: 'at least 94.6%', bar: '92%' };
  const reason = `${words.found}; with 95% confidence the true rate is ${words.bound}; the bar is 92%`;
  const verdict = sampleVerdict('every check holds', 'passed', '', 'at least 92% of items like these are right');
  const figures = { estimate: k / items.length, n: 1200, used: items.length, interval: { lower: 0.946, upper: 1 } };
  return { ...verdict, ...figures, words, reason };
}

function recall(items: readonly SampleItem[]): Verdict {
  const fraud = items.filter(({ expected }) => expected === 'fraud');
  const advice = 'about 640 items of the class would give an 80% chance of a pass if what was seen is its true value';
  const words = { found: `${fraud.filter(isRight).length} of ${fraud.length} found`, bound: null, bar: '90%', advice };
  const verdict = sampleVerdict('class', 'inconclusive', '', 'recall of fraud is at least 90%');
  return {
    ...verdict,
    criterion: 'recall_gte',
    n: fraud.length,
    used: fraud.length,
    needed_n: 640,
    words,
    reason: words.found,
  };
}

function slices(items: readonly SampleItem[]): DatasetFindings['slices'][number] {
  const rows = languages.map((value): SliceRow => {
    const own = items.filter(({ language }) => language === value);
    const k = own.filter(isRight).length;
    const estimate = k / own.length;
    const outcome = estimate < 0.85 ? 'failed' : 'passed';
    return {
      ...{ value, outcome, k, trials: own.length, n: own.length, of: own.length, failed: 0, ungraded: 0, estimate },
      ...{ lower: estimate - 0.0333, upper: Math.min(1, estimate + 0.0333) },
      ...{ p_value: 0.5, fail_p: 0.5, adjusted: 0.5, fail_adjusted: 0.5 },
    };
  });
  const must = { must: 'not_fail', holds: false, significance_level: 0.05 } as const;
  return { field: 'language', claim: 'at least 85% of items are right', bar: '85%', ...must, rows };
}

function confusions(items: readonly SampleItem[]): DatasetFindings['classes'][number] {
  const columns = [...classes, null];
  const matrix = classes.map((expected) =>
    columns.map((column) => {
      const isColumn = (answer: string) =>
        column === null ? !classes.some((one) => one === answer) : answer === column;
      return items.filter((item) => item.expected === expected && item.answers.some(isColumn)).length;
    }),
  );
  const some = { hits: 97, n: 100, estimate: 0.97, lower: 0.9512, upper: 0.99 };
  const rows = classes.map((name) => ({
    class: name,
    recall: some,
    precision: { ...some, estimate: 0.9971 },
    f1: some,
  }));
  return { expectation: 1, classes, matrix, n: items.length, rows, macro_f1: 0.968, macro_f1_lower: 0.9012 };
}

/** Returns the view of a run of one case on a data set. */
export function datasetView(result: CaseResult, testCase: Case): View {
  return viewFor([result], { cases: [testCase], run: { cost_usd: 4.12, duration_s: 401 }, body });
}

const tickets = datasetCase('tickets', sampleDataset);
const [everyCheck] = tickets.expectations;

const invoices: Case = {
  ...datasetCase('invoices', {
    ...sampleDataset,
    ...{ file: 'data/invoices.jsonl', items: 400, kept: 400, asked: 400, kept_units: 400, units: 400 },
    ...{ claim: 'file', filter: '', slices: [] },
  }),
  expectations: everyCheck ? [everyCheck] : [],
};

function passedResult(): CaseResult {
  const items = sampleItems(124).map((item) => ({ ...item, answers: [item.expected] }));
  const result = datasetResult(invoices, items, { slices: [], classes: [] });
  return { ...result, passed: true, verdicts: result.verdicts.slice(0, 1) };
}

/** Returns a result with many slices and classes, and a correction that hides a bad slice. */
function wideResult(texts: readonly string[]): CaseResult {
  const items = sampleItems(1200);
  const [field] = datasetResult(tickets, items).dataset?.slices ?? [];
  const [found] = datasetResult(tickets, items).dataset?.classes ?? [];
  const [row] = field?.rows ?? [];
  const [classRow] = found?.rows ?? [];
  if (!field || !found || !row || !classRow) throw new Error('the sample has slices and classes');
  const rows = texts.map((value, i): SliceRow => {
    const estimate = i % 3 === 0 ? 0.8 : 0.9 + (i % 9) / 100;
    const outcome = i % 3 === 0 ? 'inconclusive' : 'passed';
    return {
      ...row,
      value,
      n: 60,
      trials: 60,
      k: Math.round(60 * estimate),
      estimate,
      outcome,
      lower: 0.7,
      upper: i === 0 ? 0.849 : 1,
    };
  });
  const matrix = texts.map((_, r) =>
    [...texts, null].map((_other, c) => (r === c ? 50 : (r * c) % 7 === 1 ? 1 + (r % 3) : 0)),
  );
  const classes = {
    ...{ ...found, classes: texts, matrix, n: 1200, macro_f1: null },
    rows: texts.map((name, i) => ({ ...classRow, class: name, f1: { ...classRow.f1, estimate: 0.97 - i / 100 } })),
  };
  return datasetResult(tickets, items, {
    slices: [{ ...field, field: texts[0] ?? '', must: 'pass', rows }],
    classes: [classes],
  });
}

const drawn: Case = {
  ...datasetCase('drawn', {
    ...{
      ...sampleDataset,
      draws: 3,
      items: 40,
      kept: 40,
      asked: 40,
      kept_units: 12,
      units: 12,
      filter: '',
      slices: [],
    },
    cluster: { field: 'customer' },
  }),
  expectations: everyCheck ? [everyCheck] : [],
};

function drawnResult(): CaseResult {
  const items = sampleItems(40).map((item) => ({ ...item, answers: [item.expected, item.expected, ...item.answers] }));
  const estimates = { clusters: 0.931, items: 0.958 };
  const result = datasetResult(drawn, items, { slices: [], classes: [], units: 12, items: 40, estimates });
  const words = { found: 'on average 93.1% of the answers of 12 customers right', bound: null, bar: '92%' };
  const verdicts = result.verdicts
    .slice(0, 1)
    .map((one) => ({ ...one, outcome: 'inconclusive' as const, words, used: 12, n: 12 }));
  return { ...result, verdicts };
}

/** Returns a result whose slices reach their bar, if all are tested at once; one by one only the first is shown. */
function togetherResult(testCase: Case, items: readonly SampleItem[], holds: boolean): CaseResult {
  const result = datasetResult(testCase, items, { classes: [] });
  const [field] = result.dataset?.slices ?? [];
  if (!field || !result.dataset) throw new Error('the sample has slices');
  const rows = field.rows.map((row, i) => ({
    ...row,
    outcome: i === 0 ? ('passed' as const) : ('inconclusive' as const),
    ...{ lower: i === 3 && !holds ? 0.8 : 0.86, upper: 1, p_value: 0.03 },
  }));
  return {
    ...{ ...result, passed: holds, stopped_at: items.length },
    verdicts: result.verdicts
      .slice(0, 1)
      .map((one) => ({ ...one, used: one.used - 22 * (testCase.dataset?.draws ?? 1) })),
    dataset: { ...result.dataset, slices: [{ ...field, must: 'pass', holds, rows }] },
  };
}

function togetherView(holds: boolean): View {
  return datasetView(togetherResult(tickets, sampleItems(300), holds), tickets);
}

/** Returns a view of a claim about a file with two answers to each item, which its slices count. */
function answersView(): View {
  const dataset: Dataset = { ...sampleDataset, draws: 2, claim: 'file', asked: 60, units: 60 };
  const testCase = datasetCase('answers', dataset);
  const items = sampleItems(60).map((item) => ({ ...item, answers: [...item.answers, item.expected] }));
  const result = datasetResult(testCase, items, { classes: [] });
  const [field] = result.dataset?.slices ?? [];
  if (!field || !result.dataset) throw new Error('the sample has slices');
  const rows = field.rows.map((row) => ({ ...row, n: 2 * row.n, trials: 2 * row.n, k: row.n + (row.k ?? 0) }));
  return datasetView({ ...result, dataset: { ...result.dataset, slices: [{ ...field, rows }] } }, testCase);
}

/** Returns a view with these texts as names of slices and classes. */
export function wideView(texts: readonly string[]): View {
  return datasetView(wideResult(texts), tickets);
}

/** Returns a view with this text in every place of an untrusted text. */
export function hostileItems(text: string): View {
  const [slice] = sampleDataset.slices;
  const dataset = { ...sampleDataset, file: text, filter: text, slices: slice ? [{ ...slice, field: text }] : [] };
  const testCase = datasetCase(text, dataset);
  const items = sampleItems(60).map((item) => ({ ...item, id: text, ticket: text, language: text, answers: [text] }));
  return datasetView(datasetResult(testCase, items), testCase);
}

const letters = Array.from({ length: 16 }, (_, i) => `category-${String.fromCharCode(97 + i)}`);

export const datasetViews: Readonly<Record<string, () => View>> = {
  'a data set with a failed slice': () => datasetView(datasetResult(tickets, sampleItems(1200)), tickets),
  'a passed data set': () => datasetView(passedResult(), invoices),
  'many slices and classes': () => wideView(letters),
  'long names of slices': () => wideView(letters.map((letter) => `${letter} ${'長い名前'.repeat(40)}`)),
  'slices that are shown together': () => togetherView(true),
  'slices that are not shown after the correction': () => togetherView(false),
  'slices of answers': answersView,
  'several answers to each item': () => datasetView(drawnResult(), drawn),
};
