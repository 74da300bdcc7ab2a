import { quoted } from '../text/quoted.js';
import { meantOr, type UndeclaredInput } from './load-cases.js';
import type { SentenceTable } from './table.js';

export const mebibyte = 1024 * 1024;

export const types = 'PNG, JPEG, GIF, WebP or PDF';

/** The sentences of problems of bodies, their messages and the files of messages. `path` is relative to the root. */
export const bodySentences = {
  'EVA_UNDECLARED_INPUT:file': ({ name, meant }: UndeclaredInput) => ({
    message: `a message takes the input ${quoted(name)} as a file, but a case gives it no value`,
    hint: meantOr(
      meant,
      `give the path of the file: inputs: { ${name}: PATH }; an input of the body belongs under "inputs:" in meta.yml`,
    ),
  }),
  'EVA_UNDECLARED_INPUT:case_file': ({ name, meant }: UndeclaredInput) => ({
    message: `a message takes the input ${quoted(name)} as a file, but a case gives it no value`,
    hint: meantOr(meant, `give the path of the file: inputs: { ${name}: PATH }`),
  }),
  'EVA_TOO_LARGE:request': ({ bytes, limit }: { readonly bytes: number; readonly limit: number }) => ({
    message: `the files of one request have ${Math.ceil(bytes / mebibyte)} MiB together; the limit is ${limit / mebibyte} MiB`,
    hint: 'make the files smaller, or send fewer of them',
  }),
} as const satisfies SentenceTable;
