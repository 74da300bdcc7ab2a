import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** Why a setting has no effect, and an alternative to removing it. */
const idle = {
  seed_of_case: ['cases draw nothing at random', 'or move it to a scenario'],
  no_criteria: ['this case has no criteria, so every trial must pass', 'or add criteria:'],
  function: ['the application is a function', undefined],
  program: ['the application is a program', undefined],
  no_rubric: ['only the judge of a rubric sees it, and this case has no rubric', 'or add rubric:'],
  no_defaults: ['"defaults" has neither assert nor rubric', undefined],
  only_extract: ['"defaults" has neither assert nor rubric', 'or write extract: whole to check the whole reply'],
  no_csv: ['only a CSV file has delimiters', undefined],
  items: ['the data set has items and no file', undefined],
  file_claim: ['a claim about the items of a file weighs them equally', undefined],
  slices_reported: ['slices without criteria are only reported', 'or add criteria:'],
} as const;

export type IdleReason = keyof typeof idle;

/** The place of an earlier item with the same name: `line 3`, `line 3 of eva.yml`, or a property. */
export interface Earlier {
  readonly spot: string;
  readonly isLine: boolean;
}

/** Describes the place of the first of two duplicates. */
export function stands({ spot, isLine }: Earlier): string {
  return `it is already ${isLine ? 'on' : 'at'} ${spot}`;
}

/** The sentences of problems in cases, scenarios and queries. */
export const caseSentences = {
  'EVA_BAD_CHECK:module_kind': ({ file, name }: { readonly file: string; readonly name: string }) => ({
    message: `${quoted(file)} is not an .mjs file, and eva loads functions from .mjs files alone`,
    hint: `write module: ${mjs(file)}#${name}, and name the file ${mjs(file)}; it needs import and export instead of require`,
  }),
  EVA_UNUSED_SETTING: ({ key, reason }: { readonly key: string; readonly reason: IdleReason }) => {
    const [why, other] = idle[reason];
    return {
      message: `"${key}" has no effect: ${why}`,
      hint: other === undefined ? 'remove it' : `remove it, ${other}`,
    };
  },
  'EVA_UNKNOWN_INPUT:prompt': ({ name, odd, meant, known }: UnknownInput) => ({
    message: `the prompt has no input ${quoted(name)}${odd}`,
    hint: meantOr(
      meant,
      known === '' ? `write {{${name}}} in the body where its value belongs` : `the prompt's inputs: ${known}`,
    ),
  }),
  'EVA_UNKNOWN_INPUT:object': ({ name, odd, meant, known }: UnknownInput) => ({
    message: `nothing uses the input ${quoted(name)}${odd}`,
    hint: meantOr(meant, known === '' ? `write {{${name}}} in a text, or remove the input` : `used inputs: ${known}`),
  }),
  'EVA_UNDECLARED_INPUT:body': ({ name, meant }: UndeclaredInput) => ({
    message: `{{${name}}} is used, but meta.yml does not declare it and a case gives no value`,
    hint: placeholderOr(meant, `declare it under "inputs:" in meta.yml; with default: "{{${name}}}" it stays as it is`),
  }),
  'EVA_UNDECLARED_INPUT:story': ({ name, meant }: UndeclaredInput) => ({
    message: `{{${name}}} is used and has no value`,
    hint: placeholderOr(meant, `give "${name}" a value under "inputs"`),
  }),
} as const satisfies SentenceTable;

/** Why a value of a program is not plain data. */
export type NotData =
  | { readonly is: 'number'; readonly written: string }
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'cycle' | 'unreadable' }
  | { readonly is: 'depth'; readonly limit: number }
  | { readonly is: 'class'; readonly name: string };

export function dataAdvice(why: NotData): string {
  if (why.is === 'type' && why.type === 'function')
    return 'make a check, metric or criterion of a function with defineCheck, defineMetric or defineCriterion';
  if (why.is === 'class' && why.name === 'RegExp') return 'write the pattern as a text';
  return 'use only texts, numbers, booleans, lists and plain objects';
}

export function notDataWords(why: NotData): string {
  switch (why.is) {
    case 'number':
      return `${why.written}, which is not a finite number`;
    case 'type':
      return why.type === 'undefined' ? 'undefined' : `a ${why.type}`;
    case 'cycle':
      return 'an object that holds itself';
    case 'unreadable':
      return 'an object that cannot be read';
    case 'depth':
      return `nested more than ${why.limit} levels deep`;
    case 'class':
      return `an object of the class ${why.name}`;
  }
}

/** A placeholder without a value, and the declared input that it probably means. */
export interface UndeclaredInput {
  readonly name: string;
  readonly meant?: string;
}

export function placeholderOr(meant: string | undefined, hint: string): string {
  return meant === undefined ? hint : `did you mean {{${meant}}}?`;
}

/** An input that no text uses. `odd` names letters that only look Latin, `known` lists the inputs that are used. */
export interface UnknownInput {
  readonly name: string;
  readonly odd: string;
  readonly meant: string | undefined;
  readonly known: string;
}

export function meantOr(meant: string | undefined, hint: string): string {
  return meant === undefined ? hint : `did you mean "${meant}"?`;
}

export function howToGive(names: readonly string[]): string {
  const pairs = names.slice(0, 5).map((name) => `${name}: …`);
  return `write inputs: { ${pairs.join(', ')} }, or name files under "files:" or a folder in "inputs_from:"`;
}

/** Returns the path with the ending of modules: `checks.mjs` for `checks.js`. */
function mjs(file: string): string {
  return file.replace(/(\.[a-z]{1,5})?$/, '.mjs');
}
