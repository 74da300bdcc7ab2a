import { plural, quoted } from '../text/quoted.js';
import { adviceHint, type KeyAdvice } from './key-advice.js';
import type { SentenceTable } from './table.js';

/** Kinds of JSON values in the words of messages. */
export const kindWords = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'nothing',
} as const;

export type Kind = keyof typeof kindWords;

/** A value of a document by its key, its index in a list, or both; neither for the whole document. */
export interface ValueName {
  readonly key: string | null;
  readonly item: number | null;
  /** True if a program holds the document as an object. Absent for a file. */
  readonly isObject?: true;
}

/** The ways to correct a value of a wrong kind. `decimal`: the number that a text with a decimal comma means. `write`: the text to write. */
export type KindFix =
  | 'fill'
  | 'mapping_or_path'
  | 'quote'
  | 'boolean_or_mapping'
  | 'list'
  | 'value_or_list'
  | 'mapping'
  | 'unquoted_boolean'
  | 'boolean'
  | 'text'
  | 'unquote'
  | 'no_unit'
  | 'integer'
  | 'number'
  | 'cases_above'
  | 'no_messages_key'
  | { readonly decimal: string }
  | { readonly write: string };

const kindHints: Readonly<Record<Exclude<KindFix, object>, string>> = {
  fill: 'give it a value, or remove it',
  mapping_or_path: 'write a mapping, or one text: a path or a name',
  quote: 'put it in quotes',
  boolean_or_mapping: 'write true, false, or "key: value" pairs',
  value_or_list: 'write one value, or a list of values',
  list: 'begin each entry of the list with "- "',
  mapping: 'write "key: value" pairs, with a space after each colon',
  unquoted_boolean: 'write true or false, without quotes',
  boolean: 'write true or false',
  text: 'write one text',
  unquote: 'take the quotes away',
  no_unit: 'write the number alone, without a unit',
  integer: 'write a whole number',
  number: 'write a number',
  cases_above: 'write cases: on a line above the list',
  no_messages_key: 'remove the line "messages:"; the file is the list itself',
};

/** Hints for objects of a program that replace the hints for YAML. */
const objectHints: Readonly<Partial<Record<Exclude<KindFix, object>, string>>> = {
  quote: 'write a text',
  list: 'write a list',
  mapping: 'write an object',
};

function kindHint(fix: KindFix, isObject: boolean): string {
  if (typeof fix === 'object') return `write ${'decimal' in fix ? fix.decimal : fix.write}`;
  return (isObject ? objectHints[fix] : undefined) ?? kindHints[fix];
}

const comparisons = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' } as const;

export type Comparison = keyof typeof comparisons;

/** The bounds of a number; null for a missing bound. */
export interface Bounds {
  readonly minimum: number | null;
  readonly exclusiveMinimum: number | null;
  readonly maximum: number | null;
  readonly exclusiveMaximum: number | null;
}

function rangeHint(value: number, { minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Bounds): string {
  const from = minimum === null ? undefined : `${minimum} or more`;
  const low = exclusiveMinimum === null ? from : `more than ${exclusiveMinimum}`;
  const to = maximum === null ? undefined : `at most ${maximum}`;
  const high = exclusiveMaximum === null ? to : `less than ${exclusiveMaximum}`;
  const asked = `write a number that is ${[low, high].filter((bound) => bound !== undefined).join(' and ')}`;
  return maximum === 1 && value >= 10 && value <= 100 ? `write ${value / 100} for ${value} %` : asked;
}

export interface UnknownKey {
  readonly key: string;
  /** Names letters of other scripts in the key; empty if the key has no such letters. */
  readonly odd: string;
  /** The file at whose top level the key belongs; null if no file has that key. */
  readonly home: string | null;
  /** The known key that is probably meant; null if none is similar. */
  readonly meant: string | null;
  /** The known keys, each with a note about where it belongs, or null. */
  readonly known: readonly { readonly key: string; readonly note: string | null }[];
  /** True if keys that begin with `x-` are allowed too. */
  readonly allowsAnchors: boolean;
  /** What to write instead; absent if only similar or known keys can be named. */
  readonly advice?: KeyAdvice;
}

const unknown = (noun: string) => (params: UnknownKey) => ({
  message: `unknown ${noun} ${quoted(params.key)}${params.odd}`,
  hint: unknownHint(params, noun),
});

function unknownHint({ key, home, meant, known, allowsAnchors, advice }: UnknownKey, noun: string): string {
  if (advice) return adviceHint(advice);
  if (home !== null) return `${quoted(key)} stands at the top of ${home}`;
  if (meant !== null) return `did you mean ${quoted(meant)}?`;
  const keys = known.map((one) => (one.note === null ? one.key : `${one.key} (${one.note})`));
  const more = noun === 'check' ? '; some also begin with not_ or end with _any or _all' : '';
  return `known here: ${keys.join(', ')}${allowsAnchors ? ', and x-… for anchors' : more}`;
}

const criteriaHint =
  'add criteria: { proportion_gte: { proportion: 0.8 } }; for scores of a behaviour with min_score: 6 in it, for a metric with threshold:';

/** The sentences of problems that `schema` finds. */
export const schemaSentences = {
  EVA_WRONG_TYPE: ({
    name,
    kind,
    number,
    asked,
    fix,
  }: {
    readonly name: ValueName;
    readonly kind: Kind;
    /** The number itself if a whole number is required. */
    readonly number: number | null;
    readonly asked: readonly Kind[];
    readonly fix: KindFix;
  }) => ({
    message: `${named(name)} is ${number ?? kindWords[kind]} where ${asked.map((one) => kindWords[one]).join(' or ')} belongs`,
    hint: kindHint(fix, name.isObject === true),
  }),
  'EVA_WRONG_TYPE:tool': ({ name }: { readonly name: ValueName }) => ({
    message: `${named(name)} has the form of chat completions`,
    hint: 'write { name, description, input_schema }: the content of "function", with its "parameters" as input_schema',
  }),
  'EVA_WRONG_TYPE:response_format': ({ instead }: { readonly instead: string }) => ({
    message: '"response_format" has the form of chat completions',
    hint: `write ${instead}`,
  }),
  'EVA_WRONG_TYPE:part': ({ name }: { readonly name: ValueName }) => ({
    message: `${named(name)} has the form of chat completions`,
    hint: 'save the file in the library and write its path: file: PATH',
  }),
  EVA_UNKNOWN_KEY: unknown('key'),
  EVA_UNKNOWN_CHECK: unknown('check'),
  'EVA_UNKNOWN_CHECK:typed': ({ type, instead }: { readonly type: string; readonly instead: string }) => ({
    message: `a check has no "type": ${quoted(type)} is written as the key of its value`,
    hint: `write ${instead} (docs/guide/from-promptfoo.md has a table of all types)`,
  }),
  'EVA_UNKNOWN_CHECK:score': ({ key }: { readonly key: string }) => ({
    message: `a check has no ${quoted(key)}: checks are not scored, and each one must hold`,
    hint:
      key === 'metric'
        ? 'remove it; to name the check in reports, write about: with a text'
        : 'remove it; if only some of several checks must hold, write at_least: { count: 2, of: [ … ] }',
  }),
  EVA_UNKNOWN_CRITERION: unknown('criterion'),
  'EVA_UNKNOWN_KEY:form': ({ key, about }: { readonly key: string; readonly about: string | null }) => ({
    message: `unknown key ${quoted(key)}`,
    hint: about ?? undefined,
  }),
  EVA_MISSING_KEY: ({
    key,
    owner,
    about,
  }: {
    readonly key: string;
    readonly owner: ValueName;
    readonly about: string | null;
  }) => ({
    message: `${quoted(key)} is missing${isWhole(owner) || owner.isObject ? '' : ` in ${named(owner)}`}`,
    hint:
      key === 'criteria'
        ? criteriaHint
        : about === null
          ? `add ${key}:`
          : `add ${key}: … (${about.replace(/\.$/, '')})`,
  }),
  'EVA_BAD_VALUE:choice': ({
    name,
    value,
    meant,
    allowed,
    isLostMetric,
  }: {
    readonly name: ValueName;
    readonly value: string;
    readonly meant: string | null;
    readonly allowed: readonly string[];
    /** True if the value may be the name of a metric whose definition JSON has dropped. */
    readonly isLostMetric?: true;
  }) => {
    const hint = meant === null ? `one of: ${allowed.join(', ')}` : `did you mean ${quoted(meant)}?`;
    const lost = 'pass a metric of your own as the object that defineMetric returned: JSON keeps only its name';
    return {
      message: `${quoted(value)} is not a value that ${named(name)} can have`,
      hint: isLostMetric ? `${hint} (${lost})` : hint,
    };
  },
  'EVA_BAD_VALUE:system_in_case': (_: object) => ({
    message: 'a case cannot have a system message: its messages follow the prompt, which is the system message',
    hint: 'remove the message, and write the text into the prompt',
  }),
  'EVA_BAD_VALUE:constant': ({ name, value }: { readonly name: ValueName; readonly value: string }) => ({
    message: `${named(name)} can only be ${value}`,
    hint: 'remove it if you do not want it',
  }),
  'EVA_BAD_VALUE:form': ({ name, about }: { readonly name: ValueName; readonly about: string | null }) => ({
    message: `${named(name)} has the wrong form`,
    hint: about ?? undefined,
  }),
  EVA_EMPTY: ({ name, isBlank }: { readonly name: ValueName; readonly isBlank: boolean }) => ({
    message: `${named(name)} is ${isBlank ? 'blank' : 'empty'}`,
    hint: kindHints.fill,
  }),
  'EVA_OUT_OF_RANGE:length': ({ name, limit }: { readonly name: ValueName; readonly limit: number }) => ({
    message: `${named(name)} is longer than ${plural(limit, 'character')}`,
    hint: 'shorten it',
  }),
  'EVA_OUT_OF_RANGE:items': ({ name, limit }: { readonly name: ValueName; readonly limit: number }) => ({
    message: `${named(name)} has more than ${plural(limit, 'entry', 'entries')}`,
    hint: 'remove some',
  }),
  'EVA_OUT_OF_RANGE:number': ({
    name,
    value,
    comparison,
    limit,
    bounds,
  }: {
    readonly name: ValueName;
    readonly value: number;
    readonly comparison: Comparison;
    readonly limit: number;
    readonly bounds: Bounds;
  }) => ({
    message: `${named(name)} is ${value} and must be ${comparisons[comparison]} ${limit}`,
    hint: rangeHint(value, bounds),
  }),
  EVA_ONE_KEY: ({ name, keys }: { readonly name: ValueName; readonly keys: readonly string[] }) => ({
    message: `${named(name)} holds ${keys.length} keys where one belongs: ${keys.slice(0, 5).map(quoted).join(', ')}`,
    hint: oneKeyHint(name),
  }),
  'EVA_ONE_KEY:none': ({ name, keys }: { readonly name: ValueName; readonly keys: readonly string[] }) => ({
    message: `${named(name)} has ${keys.map(quoted).join(' and ')}, but no check`,
    hint: 'add a check, for example contains: refund',
  }),
} as const satisfies SentenceTable;

function oneKeyHint({ item, isObject }: ValueName): string {
  if (item === null) return 'keep one of them';
  return isObject ? 'make an item of its own for each' : 'begin each with a "- " of its own';
}

function isWhole({ key, item }: ValueName): boolean {
  return key === null && item === null;
}

function named({ key, item, isObject }: ValueName): string {
  if (item === null) return key === null ? `the ${isObject ? 'document' : 'file'}` : quoted(key);
  return key === null ? `item ${item + 1}` : `item ${item + 1} of ${quoted(key)}`;
}
