import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type LibraryOptions, type OpenLibrary, openLibrary } from '../promises/open-library.js';
import { type EvaOptions, type EvaOutput, runEva } from './run-eva.js';
import { goodMeta } from './temp-library.js';

export interface JudgedRun extends OpenLibrary {
  readonly run_id: string;
  /** Runs a command with lines that somebody writes on the terminal. */
  readonly type: (
    lines: Iterable<string>,
    args: readonly string[],
    options?: Partial<EvaOptions>,
  ) => Promise<EvaOutput>;
  /** Returns the lines of `labels.jsonl`. */
  readonly labels: () => readonly Record<string, unknown>[];
}

interface JudgedOptions extends LibraryOptions {
  /** The number of items. Default 5. */
  readonly items?: number;
  /** The cases of eval.yml; one case on the data set unless set. */
  readonly cases?: string;
}

/** A case on the data set whose answers a rubric judges. */
export const ticketsCase = `  - name: tickets
    dataset: { file: data/tickets.csv, id: id }
    stop_early: false
    rubric: Is the answer kind, and does it name the right team?
    reference: { field: team }
    criteria:
      - proportion_gte: { proportion: 0.1 }
`;

/** Returns the name of the only run of a library. */
export function onlyRun(root: string): string {
  const [run_id = '', ...others] = readdirSync(join(root, '.eva', 'runs'));
  if (others.length > 0) throw new Error('there are several runs');
  return run_id;
}

/** The answer to an item: the judge passes it unless its text ends with an odd number. */
export function answerTo(code: string): string {
  return `Dear customer, we pass ${code} on.`;
}

/** A library with a finished run whose answers a judge has judged. The judge fails answers with odd numbers. */
export async function judgedRun(t: Pick<TestContext, 'after'>, options: JudgedOptions = {}): Promise<JudgedRun> {
  const { items = 5, cases = ticketsCase, files = {}, ...more } = options;
  const rows = Array.from({ length: items }, (_, i) => `t-${i},ticket ${i},team ${i % 3}\n`);
  const library = await openLibrary(t, {
    answer: (body) => {
      const text: string = body.messages[0]?.content ?? '';
      if (body.model !== 'claude-judge') return answerTo(/ticket \d+/.exec(text)?.[0] ?? 'it');
      const isOdd = /we pass ticket \d*[13579] on/.test(text);
      return { tool_input: { score: isOdd ? 2 : 5, reason: 'as the test wants' } };
    },
    ...more,
    files: {
      'prompts/diff/meta.yml': goodMeta,
      'prompts/diff/prompt.xml': '<task>Answer {{code}}.</task>\n',
      'prompts/diff/data/tickets.csv': `id,code,team\n${rows.join('')}`,
      'prompts/diff/eval.yml': `defaults:\n  model: claude-x\n  judge: { model: claude-judge }\ncases:\n${cases}`,
      ...files,
    },
  });
  const made = await library.eva('eval', 'diff');
  if (made.exitCode > 1) throw new Error(made.stderr);
  const { root } = library;
  const path = join(root, 'prompts', 'diff', 'labels.jsonl');
  return {
    ...library,
    run_id: onlyRun(root),
    type: (lines, args, own) => runEva(args, { cwd: root, typed: [...lines].join('\n'), ...own }),
    labels: () =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

/** Returns the records of a CSV file that eva has written, by the names of its header. */
export function csvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const cells = text.replace(/^\ufeff/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of cells) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') records.push([]);
  }
  const [header = [], ...rows] = records.slice(0, -1);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}
