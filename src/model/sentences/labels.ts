import { listed, quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** An expectation to choose: its number in its case, from 1, and its name. */
export interface NumberedExpectation {
  readonly number: number;
  readonly about: string;
}

export const mostNamed = 8;

export function casesHint(cases: readonly string[]): string {
  if (cases.length === 0) return 'eva log lists the runs; name one with answers that a judge has judged';
  return `name one with --case: ${cases.slice(0, mostNamed).map(quoted).join(', ')}`;
}

export function expectationsHint(expectations: readonly NumberedExpectation[]): string {
  const shown = expectations.slice(0, mostNamed).map(({ number, about }) => `${number} (${about})`);
  return `write --expectation and one of these numbers: ${shown.join(', ')}`;
}

export const exportAgain = 'export the answers again: eva label RUN --export FILE.csv';

/** The sentences of problems about labels of people. */
export const labelSentences = {
  'EVA_LABEL:nothing_judged': (params: { readonly run_id: string }) => ({
    message: `no case of run ${params.run_id} is judged by a rubric or an expected behaviour`,
    hint: 'name another run: eva label RUN; eva log lists them',
  }),
  'EVA_LABEL:not_judged': (params: { readonly case: string; readonly cases: readonly string[] }) => ({
    message: `no rubric judges the answers of case ${quoted(params.case)}`,
    hint: casesHint(params.cases),
  }),
  'EVA_LABEL:columns': (params: { readonly columns: readonly string[]; readonly found: readonly string[] }) => ({
    message: `the header lacks ${params.columns.length === 1 ? 'the column' : 'the columns'} ${listed(params.columns.map(quoted))}`,
    hint: `keep the columns of the export; this file has ${params.found.length === 0 ? 'none' : listed(params.found.slice(0, 2 * mostNamed).map(quoted))}`,
  }),
} as const satisfies SentenceTable;
