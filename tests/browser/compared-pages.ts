import type { Comparison } from '#model/pairs/comparison.js';
import type { CompareReport } from '#report/formats/report.js';
import { promptChanges } from '#report/view/compare-view.js';
import { hostile, many, samples } from '../report/compare/sample-comparisons.js';
import { compareReportOf } from '../report/formats/reports.js';
import { madePair } from '../support/views/made-pair.js';

const names = ['not-worse', 'worse', 'several', 'unfinished', 'synthetic', 'same'];

/** Comparisons whose pages the tests open, by name: with changed answers, and with changed lines of the prompt. */
export const comparedReports: Readonly<Record<string, () => Promise<CompareReport>>> = Object.fromEntries([
  ...names.map((name) => [`comparison ${name}`, () => comparedReport(samples[name])]),
  ['comparison hostile', () => comparedReport(hostile)],
  ['comparison many', () => comparedReport(many)],
]);

const word = 'verylongwordwithoutanybreak'.repeat(12);

async function comparedReport(comparison: Comparison | undefined): Promise<CompareReport> {
  if (!comparison) throw new Error('no comparison has this name');
  const pairs = [
    await madePair('The label is damage.', 'The label is refund.'),
    await madePair(`${word} 漢字の返事`, `${word} 漢字 and more`, word),
  ];
  const report = compareReportOf(comparison, pairs);
  const prompt = await promptChanges(`one\ntwo\n${word}\n`, `one\n<b>two</b>\n${word}.\n`);
  return { ...report, view: { ...report.view, prompt } };
}
