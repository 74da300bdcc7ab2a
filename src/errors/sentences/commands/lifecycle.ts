import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

/** The sentences of problems that `lifecycle` finds. */
export const lifecycleSentences = {
  EVA_UNTRUSTABLE: (params: { readonly kind: string; readonly name: string; readonly paths: readonly string[] }) => ({
    message: `${params.kind} ${quoted(params.name)} names a file that cannot be read: ${params.paths.join(', ')}`,
  }),
} as const satisfies SentenceTable;
