import { listed, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';
import { meantOr } from './cases.js';

/** The sentences of problems in references, in rubrics with values and in the pieces of replies that are checked. */
export const referenceSentences = {
  EVA_UNKNOWN_REFERENCE: ({ field }: { readonly field: string }) => ({
    message: `the field ${quoted(field)} is unknown: the case has no data set`,
    hint: 'add dataset: with the path of a file, or write the value itself',
  }),
  'EVA_UNKNOWN_REFERENCE:input': ({ name, meant, isField, known }: UnknownInputName) => ({
    message: `the input ${quoted(name)} is unknown: neither this case nor meta.yml nor the body has it`,
    hint: isField ? `it is a field: write { field: ${name} }` : meantOr(meant ?? undefined, inputsHint(name, known)),
  }),
  'EVA_EMPTY:input': ({ key, input }: { readonly key: string; readonly input: string }) => ({
    message: `"${key}" is blank: the input ${quoted(input)} has no text`,
    hint: `give ${input} a text under "inputs", or remove "${key}"`,
  }),
  EVA_BRACES_IN_CHECK: (params: BracesInText) => ({
    message: `${params.written} is plain text here`,
    hint: bracesHint(params),
  }),
  'EVA_BRACES_IN_CHECK:mapping': ({ key, kind, isInput }: IgnoredReference) => ({
    message: `this mapping with "${key}" is plain data here, not a reference`,
    hint: literalHints[kind](isInput),
  }),
  'EVA_BAD_CHECK:reserved_key': ({ key }: { readonly key: string }) => ({
    message: `json_value: a mapping with the single key "${key}" is reserved for references`,
    hint: 'write { field: NAME }; to expect such a mapping, put it into a field of a data set',
  }),
  'EVA_UNKNOWN_KEY:group': ({ kind }: { readonly kind: string }) => ({
    message: `"group" has no effect beside ${kind}: only a pattern has groups`,
    hint: 'remove group, or write matches:',
  }),
  'EVA_ONE_KEY:extract': ({ given }: { readonly given: readonly string[] }) => ({
    message: `an extract has exactly one of tag, json, matches, fence and module, but this one has ${given.length === 0 ? 'none' : listed(given)}`,
    hint: given.length === 0 ? 'write { tag: answer }, { json: /label } or { fence: json }' : 'keep one of them',
  }),
  'EVA_BAD_VALUE:rubric_of_items': ({ names }: { readonly names: readonly string[] }) => ({
    message: `the rubric has ${names.map((name) => `{{${name}}}`).join(', ')}, but it must be the same for all items of a data set`,
    hint: 'take the value out of the rubric, and show it to the judge with reference: { field: NAME }',
  }),
  'EVA_EMPTY:rendered': ({ key, names }: { readonly key: string; readonly names: readonly string[] }) => ({
    message: `"${key}" is blank with its inputs: ${names.join(', ')}`,
    hint: `give them values under "inputs", or write a text in "${key}"`,
  }),
} satisfies SentenceTable;

export interface BracesInText {
  /** The placeholder as it is written: `{{name}}`, `{name}`, `%(name)s`. */
  readonly written: string;
  readonly name: string;
  readonly kind: 'check' | 'pattern' | 'rubric' | 'message' | keyof typeof literalHints;
  /** False for a field that is no input. */
  readonly isInput: boolean;
  readonly isOfItems: boolean;
  /** True if the text is nothing but the placeholder. */
  readonly isWhole: boolean;
}

export interface IgnoredReference {
  readonly key: string;
  readonly kind: keyof typeof literalHints;
  /** False for a field that is no input. */
  readonly isInput: boolean;
}

/** Hints for the parts of checks that have no references. */
const literalHints = {
  arguments: (isInput: boolean) =>
    `write the value itself, or compare in a module: its function gets tool_calls and ${isInput ? 'inputs' : 'item'}`,
  schema: (isInput: boolean) =>
    `write the value itself, or compare in a module: its function gets ${isInput ? 'inputs' : 'item'}`,
  program: (isInput: boolean) =>
    `write the value itself, or read it in the code, which gets ${isInput ? 'inputs' : 'item'}`,
} as const;

function bracesHint({ name, kind, isInput, isOfItems, isWhole }: BracesInText): string {
  if (kind === 'arguments' || kind === 'schema' || kind === 'program') return literalHints[kind](isInput);
  if (isWhole && isInput && (kind === 'check' || kind === 'message')) return `write { input: ${name} }`;
  const text = `{ text: "…{{${name}}}…" }`;
  if (kind !== 'rubric') return isInput ? `write ${text}` : `write { field: ${name} }`;
  if (!isOfItems) return `write rubric: [${text}]`;
  return `show the value to the judge with reference: { ${isInput ? 'input' : 'field'}: ${name} }`;
}

export interface UnknownInputName {
  readonly name: string;
  readonly meant: string | null;
  /** True if a field of the items has the name. */
  readonly isField: boolean;
  readonly known: readonly string[];
}

function inputsHint(name: string, known: readonly string[]): string {
  return known.length === 0 ? `give it a value: inputs: { ${name}: … }` : `known inputs: ${known.join(', ')}`;
}
