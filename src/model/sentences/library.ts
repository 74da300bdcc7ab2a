import { quoted, shellWord } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

export const flawsOfIds = {
  empty: 'it is empty',
  long: 'it is longer than 100 characters',
  invisible: 'it has control or invisible characters',
  slash: 'it has a slash',
  hidden: 'eva skips names that begin with "." or "_"',
} as const;

export type IdFlaw = keyof typeof flawsOfIds;

/** The sentences of problems that `library` finds. */
export const librarySentences = {
  'EVA_UNKNOWN_PROMPT:library': ({
    id,
    meant,
    known,
  }: {
    readonly id: string;
    readonly meant: string | undefined;
    readonly known: readonly string[];
  }) => ({
    message: `there is no prompt "${id}"`,
    hint: meant === undefined ? (hintOfList(id, known) ?? listed(known)) : `did you mean "${meant}"?`,
  }),
  'EVA_UNKNOWN_PROMPT:path': ({
    path,
    root,
    meant,
  }: {
    readonly path: string;
    readonly root: string;
    readonly meant?: string;
  }) => ({
    message: `${quoted(path)} is not the folder of a prompt, nor a file in one`,
    hint:
      meant !== undefined
        ? `did you mean ${meant}?`
        : `the prompts of this library are the folders in ${quoted(`${root}/prompts`)}; eva list shows them`,
  }),
  'EVA_UNTRUSTABLE:package': ({
    specifier,
    isBuiltin,
  }: {
    readonly specifier: string;
    readonly isBuiltin: boolean;
  }) => ({
    message: `a module of a check may import files of the library and node: modules, and ${quoted(specifier)} is neither`,
    hint: isBuiltin ? `write "node:${specifier}"` : 'copy what you need into a file of the library and import that',
  }),
} as const satisfies SentenceTable;

/** Returns the hint for a word that means several prompts: `all`, or ids with commas between them. */
function hintOfList(id: string, known: readonly string[]): string | undefined {
  if (id === 'all') return 'to take all prompts, name none: eva eval, or eva doctor';
  const ids = id.split(',').map((one) => one.trim());
  const areIds = ids.length > 1 && ids.every((one) => known.includes(one));
  return areIds ? `write blanks between ids: ${ids.map(shellWord).join(' ')}` : undefined;
}

export function listed(known: readonly string[]): string {
  if (known.length === 0) return 'prompts/ holds no prompts yet; make one: eva new ID';
  const more = known.length > 8 ? `, and ${known.length - 8} more` : '';
  return `there are: ${known.slice(0, 8).join(', ')}${more}`;
}
