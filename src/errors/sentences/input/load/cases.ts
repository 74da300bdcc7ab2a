import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';

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
  EVA_NO_EVAL_FILE: {
    message: 'the prompt has no eval.yml, so nothing evaluates it',
    hint: 'write an eval.yml with cases:, each with name:, inputs:, and assert: or rubric:',
  },
  'EVA_NO_EVAL_FILE:name': ({ from, to }: { readonly from: string; readonly to: string }) => ({
    message: `the prompt has no ${to}, and eva does not read ${from}`,
    hint: `rename ${from} to ${to}`,
  }),
  EVA_NO_CASES: {
    message: 'the file has no cases, scenarios or queries',
    hint: 'add cases:, scenarios: or triggering:',
  },
  EVA_NO_MODEL: ({ name }: { readonly name: string | undefined }) => ({
    message: `${name === undefined ? 'the case' : quoted(name)} has no model`,
    hint: 'write it once for all cases: defaults: { model: claude-opus-4-7 }',
  }),
  'EVA_MISSING_KEY:embedding': ({ type, isProgram }: { readonly type: string; readonly isProgram: boolean }) => ({
    message: '"similar" needs an embedding model, and "embedding_model" is missing',
    hint: isProgram
      ? `add the option embedding_model: '${type}:NAME' to SigmaEval`
      : `write embedding_model: ${type}:NAME under defaults, or use a \`rubric\` with a \`reference\``,
  }),
  EVA_NOTHING_EXPECTED: ({ name }: { readonly name: string | undefined }) => ({
    message: `${name === undefined ? 'the case' : `the case ${quoted(name)}`} expects nothing`,
    hint: 'add assert:, rubric: or then:, or look: true to see the reply without judging it',
  }),
  'EVA_DUPLICATE_NAME:file': ({ name, first }: { readonly name: string; readonly first: Earlier }) => ({
    message: `the name ${quoted(name)} is taken`,
    hint: `${stands(first)}; cases, scenarios and queries need different names`,
  }),
  'EVA_DUPLICATE_NAME:object': ({ name, scenario }: { readonly name: string; readonly scenario: number }) => ({
    message: `the name ${quoted(name)} is taken`,
    hint: `scenario ${scenario} has it; give each scenario another title`,
  }),
  'EVA_EMPTY:queries': { message: '"triggering" has no queries', hint: 'add should_match or should_not_match' },
  'EVA_EMPTY:story': ({ key }: { readonly key: string }) => ({
    message: `"${key}" is blank once its inputs are filled in`,
    hint: 'give its input a value',
  }),
  'EVA_CONTRADICTION:query': ({ query }: { readonly query: string }) => ({
    message: `the query ${quoted(query)} is in should_match and in should_not_match`,
    hint: 'remove it from one of them',
  }),
  'EVA_CONTRADICTION:length': ({
    least,
    most,
    unit,
  }: {
    readonly least: number;
    readonly most: number;
    readonly unit: string;
  }) => ({
    message: `no response has at least ${least} and at most ${most} ${unit}`,
    hint: `min_${unit} must not be above max_${unit}`,
  }),
  'EVA_BAD_CHECK:any_json': {
    message: 'json_schema: this schema accepts any JSON',
    hint: 'add a rule to the schema; to accept any JSON, write is_json: true',
  },
  'EVA_BAD_CHECK:schema_field': ({ field }: { readonly field: string }) => ({
    message: `json_schema: a schema cannot come from the field ${quoted(field)}, since it is the same for all items`,
    hint: 'write the schema or the path of its file; to compare values of each item, use json_value',
  }),
  'EVA_BAD_CHECK:not_module_use': ({ written }: { readonly written: string }) => ({
    message: `${quoted(written)} names no function of a module`,
    hint: 'write FILE#NAME, for example checks.mjs#polite',
  }),
  'EVA_BAD_CHECK:module_kind': ({ file, name }: { readonly file: string; readonly name: string }) => ({
    message: `${quoted(file)} is not an .mjs file, and eva loads functions from .mjs files alone`,
    hint: `write module: ${mjs(file)}#${name}, and name the file ${mjs(file)}; it needs import and export instead of require`,
  }),
  'EVA_BAD_CHECK:module_folder': {
    message: 'a module is a file of a prompt, and a scenario of a program has no prompt',
    hint: 'give the function itself: defineCheck({ name, check })',
  },
  'EVA_BAD_CHECK:no_folder': {
    message: 'json_schema: an object has no folder in which to look for the file',
    hint: 'read the file yourself and pass the schema',
  },
  'EVA_UNKNOWN_KEY:no_folder': ({ key }: { readonly key: string }) => ({
    message: `"${key}" has no effect in an object: an object has no folder`,
    hint: 'read the file yourself and pass its content under "inputs"',
  }),
  'EVA_UNKNOWN_KEY:beside': ({ key, subject }: { readonly key: string; readonly subject: string }) => ({
    message: `"${key}" has no effect beside "${subject}"`,
    hint: 'remove it: only expected_behavior has a judge',
  }),
  'EVA_UNKNOWN_KEY:threshold_of_behavior': {
    message: '"pass_threshold" has no effect beside "expected_behavior"',
    hint: 'remove it: the criteria set the score that passes',
  },
  'EVA_UNKNOWN_KEY:judge_of_scenario': ({ key }: { readonly key: 'scale' | 'pass_threshold' }) => ({
    message: `"${key}" has no effect in the judge of a scenario`,
    hint:
      key === 'scale'
        ? 'move it to the judge of an item of then:'
        : 'remove it: the criteria set the score that passes',
  }),
  'EVA_MISSING_KEY:subject': {
    message: 'the item has criteria, but nothing that they decide',
    hint: 'add one of expected_behavior, metric, assert',
  },
  'EVA_MISSING_KEY:description': ({ file }: { readonly file: string }) => ({
    message: '"triggering" needs a description of the prompt: it is what the judge compares each query with',
    hint: `write in ${file} what the prompt does, for example description: Reviews a diff. Use when code changes.`,
  }),
  'EVA_MISSING_KEY:undefined': ({ key, metrics }: { readonly key: string; readonly metrics: readonly string[] }) => ({
    message: `"${key}" is undefined`,
    hint: key === 'metric' ? `metrics: ${metrics.join(', ')}` : 'give it a value',
  }),
  'EVA_ONE_KEY:subjects': ({ given }: { readonly given: readonly string[] }) => ({
    message: `the item has ${given.join(' and ')}; it must have exactly one of them`,
    hint: 'write one item for each',
  }),
  'EVA_ONE_KEY:app': { message: '"app" names a model and a program at once', hint: 'keep one of them' },
  EVA_APP_TWICE: {
    message: 'the application is a function, but "app" names another one',
    hint: 'remove "app", or pass no function',
  },
  'EVA_MISSING_KEY:app_command': {
    message: '"env" is for a program, but "app" has no command',
    hint: 'add command: [program, argument, …], or remove "env"',
  },
  EVA_NO_APP: ({ title }: { readonly title: string | undefined }) => ({
    message: `${title === undefined ? 'the scenario' : `scenario ${quoted(title)}`} has no application under test`,
    hint: 'pass a function, or set app: { model: … } or app: { command: […] }',
  }),
  EVA_UNUSED_SETTING: ({ key, reason }: { readonly key: string; readonly reason: IdleReason }) => {
    const [why, other] = idle[reason];
    return {
      message: `"${key}" has no effect: ${why}`,
      hint: other === undefined ? 'remove it' : `remove it, ${other}`,
    };
  },
  'EVA_UNUSED_SETTING:price': ({ key, model }: { readonly key: string; readonly model: string }) => ({
    message: `the price ${quoted(key)} is not used: its key must be the name of a model without the provider`,
    hint: `write ${quoted(model)}`,
  }),
  EVA_UNUSED_JUDGE: ({ of }: { readonly of: 'rubric' | 'expected_behavior' }) => ({
    message: `"judge" has no ${of === 'rubric' ? 'rubric to judge by' : 'behaviour to judge'}`,
    hint: `remove it, or add ${of}:`,
  }),
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
  EVA_MISSING_INPUT: ({ names }: { readonly names: readonly string[] }) => ({
    message: `no value is given for the required ${names.length === 1 ? 'input' : 'inputs'} ${names.map((name) => quoted(name)).join(' and ')}`,
    hint: howToGive(names),
  }),
  'EVA_MISSING_INPUT:implied': ({ names, written }: { readonly names: string; readonly written?: string }) => ({
    message: `no value is given for what the body uses: ${names}`,
    hint: `${howToGive(names.split(', '))}${
      written === undefined
        ? ''
        : `; if ${written} is plain text, list all inputs under "inputs:" in meta.yml, this one with default: "${written}"`
    }`,
  }),
  'EVA_UNDECLARED_INPUT:body': ({ name, meant }: UndeclaredInput) => ({
    message: `{{${name}}} is used, but meta.yml does not declare it and a case gives no value`,
    hint: placeholderOr(meant, `declare it under "inputs:" in meta.yml; with default: "{{${name}}}" it stays as it is`),
  }),
  'EVA_UNDECLARED_INPUT:story': ({ name, meant }: UndeclaredInput) => ({
    message: `{{${name}}} is used and has no value`,
    hint: placeholderOr(meant, `give "${name}" a value under "inputs"`),
  }),
  EVA_INPUT_TWICE: ({ name }: { readonly name: string }) => ({
    message: `${quoted(name)} is given under "inputs" and under "files"`,
    hint: 'keep one of them',
  }),
  EVA_NOT_DATA: ({ key, why }: { readonly key: string | null; readonly why: NotData }) => ({
    message: `${key === null ? 'a value' : `"${key}"`} is ${notDataWords(why)}`,
    hint: dataAdvice(why),
  }),
} as const satisfies SentenceTable;

/** Why a value of a program is not plain data. */
export type NotData =
  | { readonly is: 'number'; readonly written: string }
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'cycle' | 'unreadable' }
  | { readonly is: 'depth'; readonly limit: number }
  | { readonly is: 'class'; readonly name: string };

function dataAdvice(why: NotData): string {
  if (why.is === 'type' && why.type === 'function')
    return 'make a check, metric or criterion of a function with defineCheck, defineMetric or defineCriterion';
  if (why.is === 'class' && why.name === 'RegExp') return 'write the pattern as a text';
  return 'use only texts, numbers, booleans, lists and plain objects';
}

function notDataWords(why: NotData): string {
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

function howToGive(names: readonly string[]): string {
  const pairs = names.slice(0, 5).map((name) => `${name}: …`);
  return `write inputs: { ${pairs.join(', ')} }, or name files under "files:" or a folder in "inputs_from:"`;
}

/** Returns the path with the ending of modules: `checks.mjs` for `checks.js`. */
function mjs(file: string): string {
  return file.replace(/(\.[a-z]{1,5})?$/, '.mjs');
}
