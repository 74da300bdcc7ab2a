import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** The sentences of problems in `models` and `cases_of`. */
export const variantSentences = {
  'EVA_CONTRADICTION:same_variants': ({ first, second }: { readonly first: string; readonly second: string }) => ({
    message: `the variants ${quoted(first)} and ${quoted(second)} have the same model and settings`,
    hint: 'remove one of them, or give it another setting',
  }),
  'EVA_BAD_VALUE:cases_of': ({ id, nearest }: { readonly id: string; readonly nearest: string | null }) => ({
    message: `there is no prompt ${quoted(id)} to take the cases of`,
    hint: nearest === null ? 'name a folder of prompts/' : `did you mean ${quoted(nearest)}?`,
  }),
} as const satisfies SentenceTable;
