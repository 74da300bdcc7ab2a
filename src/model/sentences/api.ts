import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** A metric or criterion that a program defines. */
export interface Definition {
  readonly of: 'metric' | 'criterion' | 'check';
  readonly name: string;
}

/** The sentences of problems that `api` finds. */
export const apiSentences = {
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
  'EVA_WRONG_TYPE:field': (params: {
    readonly name: string;
    /** The type with its article: `a text`. */
    readonly type: string;
    readonly isOptional: boolean;
  }) => ({
    message: `${quoted(params.name)} is not ${params.type}`,
    hint: `pass ${params.type}${params.isOptional ? ', or leave it out' : ''}`,
  }),
} as const satisfies SentenceTable;
