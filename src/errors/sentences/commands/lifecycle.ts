import { pathWord, promptWord, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

/** The sentences of problems that `lifecycle` finds. */
export const lifecycleSentences = {
  'EVA_BAD_ROW:attempt': (params: { readonly reason: string }) => ({
    message: `this line ${params.reason}`,
    hint: 'eva skips it, so its attempt may not be counted; restore the file from version control',
  }),
  EVA_TRUST_INSIDE: (params: { readonly dir: string }) => ({
    message: `${params.dir} is inside the library, and a library must not grant trust to itself`,
    hint: 'set XDG_DATA_HOME to a directory outside of the library',
  }),
  'EVA_TRUST_FILE:other_owner': (params: { readonly file: string }) => ({
    message: `eva does not use ${params.file}: it belongs to another user`,
    hint: 'delete it, then trust what you need with: eva trust',
  }),
  'EVA_TRUST_FILE:writable': (params: { readonly file: string }) => ({
    message: `eva does not use ${params.file}: other users can write to it`,
    hint: `run: chmod 600 ${pathWord(params.file)}`,
  }),
  'EVA_TRUST_FILE:tracked': (params: { readonly file: string }) => ({
    message: `eva does not use ${params.file}: git tracks it or cannot say, so a clone can have brought it`,
    hint: 'set XDG_DATA_HOME to a folder outside of the repository, then trust what you need with: eva trust',
  }),
  'EVA_TRUST_FILE:damaged': (params: { readonly file: string }) => ({
    message: `eva does not use ${params.file}: it is damaged`,
    hint: 'delete it, then trust what you need with: eva trust',
  }),
  EVA_UNTRUSTABLE: (params: { readonly kind: string; readonly name: string; readonly paths: readonly string[] }) => ({
    message: `${params.kind} ${quoted(params.name)} names a file that cannot be read: ${params.paths.join(', ')}`,
  }),
  EVA_NOT_TRUSTED: (params: {
    /** `case`, `scenario` or `provider`. */
    readonly owner: string;
    readonly name: string;
    /** What needs trust: `runs ["node","check.js"]`. */
    readonly action: string;
    /** The prompt; null for programs of eva.yml. */
    readonly prompt: string | null;
  }) => ({
    message: `${params.owner} ${quoted(params.name)} ${params.action}, which you have not trusted, or which has changed since`,
    hint: `review it, then run: ${params.prompt === null ? 'eva trust' : `eva trust ${promptWord(params.prompt)}`} (in CI: eva eval --trust)`,
  }),
} as const satisfies SentenceTable;
