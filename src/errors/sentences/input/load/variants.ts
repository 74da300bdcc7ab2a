import { listed, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';
import { type Earlier, stands } from './cases.js';

/** The sentences of problems in `models` and `cases_of`. */
export const variantSentences = {
  'EVA_DUPLICATE_NAME:variant': ({ name, first }: { readonly name: string; readonly first: Earlier }) => ({
    message: `two variants have the name ${quoted(name)}`,
    hint: `${stands(first)}; give one of them another name: { name: NAME, model: ${name} }`,
  }),
  'EVA_CONTRADICTION:same_variants': ({ first, second }: { readonly first: string; readonly second: string }) => ({
    message: `the variants ${quoted(first)} and ${quoted(second)} have the same model and settings`,
    hint: 'remove one of them, or give it another setting',
  }),
  'EVA_CONTRADICTION:model_and_models': {
    message: '"defaults" has "model" and "models"',
    hint: 'keep one of them: "models" lists the models under test, "model" names the only one',
  },
  'EVA_CONTRADICTION:model_of_case': (params: { readonly model: string; readonly variant: string | null }) => ({
    message: 'a case has no model of its own beside "defaults.models"',
    hint:
      params.variant === null
        ? `add ${params.model} to defaults.models, and write models: [${params.model}]`
        : `write models: [${params.variant}]`,
  }),
  'EVA_NOTHING_TO_RUN:variant': ({ variant }: { readonly variant: string }) => ({
    message: `the variant ${quoted(variant)} asks no case`,
    hint: 'remove it from defaults.models, or name it in "models" of a case',
  }),
  'EVA_BAD_VALUE:cases_of': ({ id, nearest }: { readonly id: string; readonly nearest: string | null }) => ({
    message: `there is no prompt ${quoted(id)} to take the cases of`,
    hint: nearest === null ? 'name a folder of prompts/' : `did you mean ${quoted(nearest)}?`,
  }),
  'EVA_BAD_VALUE:cases_of_itself': ({ id }: { readonly id: string }) => ({
    message: `${quoted(id)} cannot take the cases of itself`,
    hint: 'name another prompt, or write cases:',
  }),
  'EVA_BAD_VALUE:cases_of_twice': ({ id, further }: { readonly id: string; readonly further: string }) => ({
    message: `${quoted(id)} has no cases of its own: it takes those of ${quoted(further)}`,
    hint: `write cases_of: ${further}`,
  }),
  'EVA_CONTRADICTION:cases_of': ({ key }: { readonly key: string }) => ({
    message: `a file with "cases_of" has no ${quoted(key)} of its own`,
    hint: `remove ${key}: or cases_of:; beside cases_of: write only defaults:, triggering: and compare:`,
  }),
  'EVA_UNKNOWN_INPUT:left_out': ({ id, names }: { readonly id: string; readonly names: readonly string[] }) => ({
    message: `the cases of ${quoted(id)} give inputs that this prompt does not declare: ${listed(names.slice(0, 30))}`,
    hint: 'eva leaves them out. If the prompt needs one, declare it in inputs: of its meta.yml',
  }),
  'EVA_UNUSED_SETTING:models_of_cases': (params: {
    readonly id: string;
    readonly cases: number;
    readonly key: 'model' | 'models';
  }) => ({
    message: `"models" of ${params.cases === 1 ? 'a case' : `${params.cases} cases`} of ${quoted(params.id)} has no effect: this prompt has its own "${params.key}", and asks all cases`,
    hint: `to ask as ${quoted(params.id)} does, remove "${params.key}" here`,
  }),
  'EVA_BAD_VALUE:variant': (params: {
    readonly variant: string;
    readonly nearest: string | null;
    readonly variants: readonly string[];
  }) => ({
    message: `there is no variant ${quoted(params.variant)}`,
    hint:
      params.variants.length === 0
        ? 'list the variants in defaults.models'
        : params.nearest === null
          ? `the variants are ${listed(params.variants)}`
          : `did you mean ${quoted(params.nearest)}?`,
  }),
  'EVA_UNKNOWN_KEY:only_in_eval_yml': ({ key }: { readonly key: string }) => ({
    message: `the defaults of eva.yml have no "${key}"`,
    hint: `write ${key}: in defaults of prompts/ID/eval.yml`,
  }),
} as const satisfies SentenceTable;
