import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

export const howToAllow = 'if the case may read hidden files, add to the case: allow_hidden: true';

export const mebibyte = 1024 * 1024;

/** The parts of paths that lead out of the library. */
const leaving = {
  nul: 'holds a NUL character',
  absolute: 'is an absolute path',
  up: 'goes up with ".."',
} as const;

/** The sentences of problems of files that a library names. `path` is the path as written, or "this" if the place shows it. */
export const fileSentences = {
  'EVA_OUTSIDE:path': ({ path, why }: { readonly path: string; readonly why: keyof typeof leaving }) => ({
    message: `${quoted(path)} ${leaving[why]}`,
    hint: 'write a relative path inside the library',
  }),
  'EVA_OUTSIDE:link': ({ path }: { readonly path: string }) => ({
    message: `${path} is a symbolic link that leaves the library`,
    hint: 'put the file into the library in place of the link',
  }),
  'EVA_UNREADABLE:opened': ({ why }: { readonly why: string }) => ({ message: `the file cannot be read: ${why}` }),
  'EVA_NOT_A_FILE:directory': ({ path }: { readonly path: string }) => ({
    message: `${path} is a directory`,
    hint: 'name a file',
  }),
  'EVA_NOT_A_FILE:opened': ({ kind }: { readonly kind: string }) => ({
    message: `this is ${kind}, not a file`,
    hint: 'put a regular file in its place',
  }),
  'EVA_NO_FILE:unread': ({ from, to }: { readonly from: string; readonly to: string }) => ({
    message: `eva does not read ${from}: it reads ${to}, which is not there`,
    hint: `rename it to ${to}`,
  }),
  'EVA_NO_FILE:named': ({ path, looked, meant }: MissingFile) => ({
    message: `there is no ${path}`,
    hint: meant === undefined ? `looked for ${looked.join(' and ')}` : `did you mean ${quoted(meant)}?`,
  }),
  'EVA_NO_PROGRAM:missing': ({ program, hasPath, meant }: UnknownProgram) => ({
    message: hasPath ? `there is no ${quoted(program)}` : `no folder of PATH has a program ${quoted(program)}`,
    hint: meant === undefined ? 'install it, or correct the command' : `did you mean ${quoted(meant)}?`,
  }),
  'EVA_NO_FILE:opened': { message: 'the file is missing' },
  'EVA_NOT_UTF8:utf16': { message: 'the file is UTF-16', hint: 'save it as UTF-8' },
  'EVA_NOT_UTF8:bytes': { message: 'the file has bytes that are not UTF-8', hint: 'save it as UTF-8' },
  'EVA_STRAY_CONTENT:lfs': {
    message: 'the file is a pointer of Git LFS, not the content that it stands for',
    hint: 'run git lfs pull; in a workflow of GitHub, set lfs: true at actions/checkout',
  },
  'EVA_STRAY_CONTENT:page': {
    message: 'the file is a web page (HTML), not data',
    hint: 'download the file again: a server probably answered with an error or a login page',
  },
  'EVA_BAD_CHARACTER:body': { message: 'the file has the control character U+0000', hint: 'remove it' },
  EVA_MORE_PROBLEMS: ({ more }: { readonly more: number }) => ({
    message: `and ${more} more problem${more === 1 ? '' : 's'}`,
    hint: 'fix these first',
  }),
} as const satisfies SentenceTable;

const howToShortenBody = 'replace the long part by an input, {{name}}, and give it a file under "files:" (up to 5 MiB)';

/** Hints about how to shorten a file, by kind of file. */
export const howToShorten = {
  'eval.yml': 'move long values into files named under "files:" (up to 5 MiB each), or cases into another prompt',
  'inputs.yml': 'move long values into files, and name those under "files:" of the case (up to 5 MiB each)',
  'prompt.xml': howToShortenBody,
  'prompt.md': howToShortenBody,
  'prompt.txt': howToShortenBody,
  'messages.yml': 'move long texts into files, and name those with content_from (up to 1 MiB each)',
  input: 'keep only the part that the case is about',
  other: 'remove what eva does not need, such as notes, examples and data',
} as const;

export type ShorterFile = keyof typeof howToShorten;

/** A path of a command that leads nowhere. `folder` is where the command runs, both relative to the library. */
export interface MissingProgram {
  readonly path: string;
  readonly folder: string;
  readonly meant?: string;
}

/** A program that this machine lacks. */
export interface UnknownProgram {
  readonly program: string;
  /** True if it is given by its path, not by a name that is looked up in PATH. */
  readonly hasPath: boolean;
  /** The path of a file of the prompt that has the name. */
  readonly meant?: string;
}

/** A path that names no file, and the path of the only file with a similar name. */
export interface MissingFile {
  readonly path: string;
  readonly looked: readonly string[];
  readonly meant?: string;
}
