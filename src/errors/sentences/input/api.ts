import type { UnpricedModel } from '#model/config.js';
import { listed, quoted } from '#model/text/quoted.js';
import { optionText } from '../../missing-price-words.js';
import type { SentenceTable } from '../table.js';

/** A metric or criterion that a program defines. */
export interface Definition {
  readonly of: 'metric' | 'criterion' | 'check';
  readonly name: string;
}

/** The sentences of problems that `api` finds. */
export const apiSentences = {
  'EVA_NO_KEY:program': (params: {
    readonly role: string | undefined;
    readonly model: string;
    readonly provider: string;
    readonly variable: string;
  }) => ({
    message: `${params.role === undefined ? '' : `${params.role} `}${quoted(params.model)} needs a key for ${params.provider}: set ${params.variable}`,
    hint: 'or give SigmaEval a provider of your own',
  }),
  'EVA_NO_PRICE:program': (params: {
    readonly need: 'metric' | 'budget';
    readonly names: readonly string[];
    readonly models: readonly UnpricedModel[];
  }) => ({
    message: `${params.need === 'metric' ? 'the cost metric' : 'a limit on the cost'} needs ${params.names.length === 1 ? 'a price' : 'prices'} for ${listed(params.names)}`,
    hint: `set the option "prices" of SigmaEval, ${optionText(params.models)}`,
  }),
  'EVA_BAD_VALUE:exclusive_options': ({ one, other }: { readonly one: string; readonly other: string }) => ({
    message: `"${one}" cannot be used with "${other}"`,
    hint: 'remove one of them',
  }),
  'EVA_BAD_VALUE:nul_character': ({ name }: { readonly name: string }) => ({
    message: `${quoted(name)} contains a NUL character`,
    hint: 'remove the NUL character from the path',
  }),
  'EVA_BAD_VALUE:no_prompt_folder': ({ path }: { readonly path: string }) => ({
    message: `${path} is not the folder of a prompt`,
    hint: 'name a folder in prompts/ of a library, or give the id of a prompt',
  }),
  'EVA_BAD_VALUE:definition_name': (params: Definition & { readonly advice: string }) => ({
    message: `${quoted(params.name)} cannot be the name of a ${params.of}`,
    hint: params.advice,
  }),
  'EVA_BAD_VALUE:definition_taken': ({ of, name }: Definition) => ({
    message: `eva has a built-in ${of} with the name ${name}`,
    hint: 'choose another name',
  }),
  'EVA_BAD_VALUE:definition_kind': (params: {
    readonly of: 'scope' | 'aggregation';
    readonly value: string;
    readonly advice: string;
  }) => ({ message: `unknown ${params.of} ${quoted(params.value)}`, hint: params.advice }),
  'EVA_BAD_VALUE:definition_cap': ({ least, cap }: { readonly least: number; readonly cap: number | null }) => ({
    message: `there are no values between the lower bound ${least} and the cap ${cap}`,
    hint: 'write a cap above the lower bound',
  }),
  'EVA_DUPLICATE_NAME:definition': (params: {
    readonly kind: 'metrics' | 'criteria' | 'checks';
    readonly name: string;
  }) => ({
    message: `two different ${params.kind} have the name ${params.name}`,
    hint: 'rename one of them',
  }),
  'EVA_EMPTY:no_scenario': {
    message: 'there is no scenario to evaluate',
    hint: 'pass evaluate a scenario, or a list of at least one',
  },
  'EVA_WRONG_TYPE:scenario': ({ number }: { readonly number: number }) => ({
    message: `scenario ${number} is not an object`,
    hint: 'make it with ScenarioTest({ title: …, given: …, when: …, then: […] })',
  }),
  'EVA_WRONG_TYPE:no_send': {
    message: '"provider" has no function "send"',
    hint: 'write the providers of eva.yml under "providers"',
  },
  'EVA_WRONG_TYPE:no_object': ({ taker, advice }: { readonly taker: string; readonly advice: string }) => ({
    message: `${taker} takes an object`,
    hint: advice,
  }),
  'EVA_WRONG_TYPE:field': (params: {
    readonly name: string;
    /** The type with its article: `a text`. */
    readonly type: string;
    readonly isOptional: boolean;
  }) => ({
    message: `${quoted(params.name)} is not ${params.type}`,
    hint: `pass ${params.type}${params.isOptional ? ', or leave it out' : ''}`,
  }),
  'EVA_UNKNOWN_KEY:field': (params: {
    readonly name: string;
    readonly meant: string | undefined;
    readonly known: readonly string[];
  }) => ({
    message: `unknown key ${quoted(params.name)}`,
    hint: params.meant === undefined ? `known: ${params.known.join(', ')}` : `did you mean "${params.meant}"?`,
  }),
  'EVA_MISSING_KEY:field': (params: {
    readonly name: string;
    readonly isUndefined: boolean;
    readonly advice: string;
  }) => ({
    message: `${quoted(params.name)} is ${params.isUndefined ? 'undefined' : 'missing'}`,
    hint: params.advice,
  }),
  'EVA_WRONG_TYPE:no_function': {
    message: 'the application is not a function',
    hint: 'pass undefined if the scenarios name their application; options are the third argument',
  },
} as const satisfies SentenceTable;
