import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';
import { type Earlier, stands } from './cases.js';

/** The sentences of problems in the settings of the model under test. */
export const settingSentences = {
  'EVA_BAD_SCHEMA:setting': ({ key, flaw }: { readonly key: string; readonly flaw: string }) => ({
    message: `${key}: ${flaw}`,
    hint: 'correct the schema',
  }),
  'EVA_BAD_VALUE:no_folder': ({ key }: { readonly key: string }) => ({
    message: `${key}: an object has no folder in which to look for the file`,
    hint: 'read the file yourself and pass its content',
  }),
  'EVA_DUPLICATE_NAME:tool': ({ name, first }: { readonly name: string; readonly first: Earlier }) => ({
    message: `two tools have the name ${quoted(name)}`,
    hint: `${stands(first)}; give one of them another name, or remove it`,
  }),
  'EVA_MISSING_KEY:tools': {
    message: '"tool_choice" needs tools',
    hint: 'add tools: with a list of { name, description, input_schema }, or remove "tool_choice"',
  },
  'EVA_BAD_VALUE:tool': ({
    name,
    nearest,
    known,
  }: {
    readonly name: string;
    readonly nearest: string | null;
    readonly known: readonly string[];
  }) => ({
    message: `"tools" declares no tool ${quoted(name)}`,
    hint: nearest === null ? `declared tools: ${known.join(', ')}` : `did you mean ${quoted(nearest)}?`,
  }),
  'EVA_CONTRADICTION:thinking': ({ budget, most }: { readonly budget: number; readonly most: number }) => ({
    message: `the model may use ${budget} tokens to think, and its whole reply has at most ${most}`,
    hint: `set max_tokens above ${budget}, or lower "budget_tokens"`,
  }),
} as const satisfies SentenceTable;
