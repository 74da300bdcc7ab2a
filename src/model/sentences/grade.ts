import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** A check of a case, by the name of its operator. */
export interface CheckName {
  readonly op: string;
}

/** The sentences of problems that `grade` finds: of checks that cannot be run as they are written. */
export const gradeSentences = {
  'EVA_UNKNOWN_CHECK:operator': (
    params: CheckName & { readonly meant?: string; readonly known: readonly string[] },
  ) => ({
    message: `unknown check ${quoted(params.op)}`,
    hint: params.meant === undefined ? `the checks are ${params.known.join(', ')}` : `did you mean "${params.meant}"?`,
  }),
  'EVA_BAD_CHECK:empty_text': ({ op }: CheckName) => ({
    message: `${op}: every response contains an empty text, so this check decides nothing`,
    hint: 'write a text of at least one character, or remove the check',
  }),
  'EVA_BAD_CHECK:not_text': ({ op }: CheckName) => ({
    message: `${op}: the value must be a text`,
    hint: 'put it in quotes',
  }),
  'EVA_BAD_CHECK:not_texts': ({ op }: CheckName) => ({
    message: `${op}: the value must be a list of at least one text`,
    hint: 'write ["a", "b"]',
  }),
  'EVA_BAD_CHECK:not_count': ({ op }: CheckName) => ({
    message: `${op}: the value must be a whole number, 1 or more`,
    hint: `write a number, for example ${op}: 100`,
  }),
  'EVA_BAD_CHECK:not_true': ({ op }: CheckName) => ({
    message: `${op}: the value must be true`,
    hint: `write ${op}: true`,
  }),
  'EVA_BAD_CHECK:not_command': ({ op }: CheckName) => ({
    message: `${op}: the value must be a list: a program and its arguments`,
    hint: 'write ["node", "check.js"]',
  }),
  'EVA_BAD_CHECK:not_module': ({ op }: CheckName) => ({
    message: `${op}: the value must be FILE#NAME, or a mapping with "use" and perhaps "args"`,
    hint: 'write checks.mjs#polite, or { use: checks.mjs#polite, args: { words: 20 } }',
  }),
  'EVA_BAD_CHECK:nul_character': ({ op }: CheckName) => ({
    message: `${op}: the program and its arguments must not contain a NUL character`,
    hint: 'remove the NUL character',
  }),
  'EVA_BAD_CHECK:not_json_value': ({ op }: CheckName) => ({
    message: `${op}: the value must be a mapping with "equals"`,
    hint: `write ${op}: { at: /total, equals: 12 }`,
  }),
  'EVA_BAD_CHECK:not_pointer': ({ op, written }: CheckName & { readonly written: string }) => ({
    message: `${op}: ${quoted(written)} is not a JSON pointer`,
    hint: 'begin it with a slash, for example /total or /items/0/price',
  }),
  'EVA_BAD_CHECK:not_distance': ({ op }: CheckName) => ({
    message: `${op}: "within" must be a number, 0 or more`,
    hint: 'write a number, for example within: 0.005',
  }),
  'EVA_BAD_CHECK:no_group': ({
    op,
    group,
    count,
    names,
  }: CheckName & { readonly group: number | string; readonly count: number; readonly names: readonly string[] }) => ({
    message: `${op}: the pattern has no group ${typeof group === 'number' ? group : quoted(group)}`,
    hint:
      count === 0
        ? 'put the part to take into parentheses: (…)'
        : `it has ${count === 1 ? '1 group' : `${count} groups`}${names.length === 0 ? ' and no names' : `, with the names ${names.join(', ')}`}`,
  }),
  'EVA_BAD_CHECK:not_range': ({ op }: CheckName) => ({
    message: `${op}: the value must be a mapping with gt, gte, lt, lte or equals`,
    hint: `write ${op}: { gte: 0, lt: 100 }`,
  }),
  'EVA_BAD_CHECK:not_number': ({ op, name }: CheckName & { readonly name: string }) => ({
    message: `${op}: ${quoted(name)} must be a number`,
    hint: `write a number, for example ${name}: 10`,
  }),
  'EVA_BAD_CHECK:within': ({ op }: CheckName) => ({
    message: `${op}: "within" must be 0 or more, and needs "equals"`,
    hint: `write ${op}: { equals: 12, within: 0.5 }`,
  }),
  'EVA_BAD_CHECK:empty_range': ({ op }: CheckName) => ({
    message: `${op}: no number is in this range`,
    hint: 'write a lower limit that is below the upper limit',
  }),
  'EVA_BAD_CHECK:no_target': ({ op }: CheckName) => ({
    message: `${op}: "to" must be a text of at least one character`,
    hint: `write ${op}: { to: "Paris", … }`,
  }),
  'EVA_BAD_CHECK:not_limit': ({ op }: CheckName) => ({
    message: `${op}: the value must be a number above 0`,
    hint: `write a number, for example ${op}: 2`,
  }),
  'EVA_BAD_CHECK:not_cosines': ({ op }: CheckName) => ({
    message: `${op}: it needs "min" or "max", numbers from -1 to 1, and "min" must not be above "max"`,
    hint: `write ${op}: { to: "The parcel is late.", min: 0.8 }`,
  }),
  'EVA_BAD_CHECK:no_checks': ({ op }: CheckName) => ({
    message: `${op}: "of" must be a list of checks`,
    hint: `write ${op}: { count: 1, of: [{ contains: refund }, { contains: credit }] }`,
  }),
  'EVA_BAD_CHECK:not_count_of': ({ op, checks }: CheckName & { readonly checks: number }) => ({
    message: `${op}: "count" must be a whole number from 1 to ${checks}, the number of checks in "of"`,
    hint: 'write how many of the checks must hold',
  }),
  'EVA_BAD_CHECK:nested': ({ op }: CheckName) => ({
    message: `${op}: a check in "of" must not be ${op} itself`,
    hint: 'write the inner checks into one list',
  }),
  'EVA_BAD_CHECK:not_call': ({ op }: CheckName) => ({
    message: `${op}: the value must be the name of a tool, or a mapping with "tool"`,
    hint: `write ${op}: refund, or ${op}: { tool: refund, arguments: { order: 7 } }`,
  }),
  'EVA_BAD_CHECK:exactly_nothing': ({ op }: CheckName) => ({
    message: `${op}: "exactly" needs "arguments"`,
    hint: 'write arguments: {} for a call without arguments',
  }),
  'EVA_BAD_CHECK:inexact': ({ op, number }: CheckName & { readonly number: number }) => ({
    message: `${op}: "arguments" holds a whole number beyond 2^53 (about ${number}), and other numbers are read as the same`,
    hint: 'declare it as a text in the tool, and write it in quotes',
  }),
  'EVA_BAD_CHECK:not_times': ({ op }: CheckName) => ({
    message: `${op}: "times" must be a whole number from 1, or { min, max } with min at most max`,
    hint: 'write times: 2, or times: { min: 1, max: 3 }; for never, write not_called',
  }),
  'EVA_BAD_CHECK:not_order': ({ op }: CheckName) => ({
    message: `${op}: the value must be a list of tools`,
    hint: `write ${op}: [search, refund], or ${op}: { tools: [search, refund], exactly: true }`,
  }),
  'EVA_BAD_CHECK:not_most': ({ op }: CheckName) => ({
    message: `${op}: the value must be a whole number, 0 or more`,
    hint: `write a number, for example ${op}: 5`,
  }),
  'EVA_BAD_CHECK:undeclared_tool': ({
    op,
    name,
    known,
    meant,
  }: CheckName & { readonly name: string; readonly known: readonly string[]; readonly meant?: string }) => ({
    message: `${op}: no tool ${quoted(name)} is declared in "tools"`,
    hint: meant === undefined ? `the tools are ${known.join(', ')}` : `did you mean ${quoted(meant)}?`,
  }),
  'EVA_BAD_CHECK:no_calls': ({ op }: CheckName) => ({
    message: `${op}: no "tools" are declared for this case, so its replies have no tool calls`,
    hint: 'set "tools" beside "model"',
  }),
  'EVA_BAD_CHECK:no_steps': ({ op }: CheckName) => ({
    message: `${op}: replies of a model report no steps`,
    hint: 'remove it, or test an application that reports them',
  }),
  'EVA_BAD_REGEX:invalid': ({ op, flaw }: CheckName & { readonly flaw: string }) => ({
    message: `${op}: ${flaw}`,
    // Other flaws, such as syntax that eva lacks, come with their own advice, and no \ helps there.
    hint: /^(unterminated|unmatched|nothing to repeat|lone|incomplete)/.test(flaw)
      ? 'write a \\ before each character that is meant literally, for example \\('
      : 'correct this part of the pattern',
  }),
  'EVA_BAD_REGEX:unchecked': ({ op, limit_s }: CheckName & { readonly limit_s: number }) => ({
    message: uncheckedText(op, limit_s),
    hint: lessWork,
  }),
  'EVA_BAD_SCHEMA:invalid': ({ op, flaw }: CheckName & { readonly flaw: string }) => ({
    message: `${op}: ${flaw}`,
    hint: 'correct the schema',
  }),
  'EVA_BAD_SCHEMA:slow': ({ op, limit_s }: CheckName & { readonly limit_s: number }) => ({
    message: `${op}: the schema takes longer than ${limit_s} s to compile`,
    hint: 'simplify the schema',
  }),
  'EVA_BAD_SCHEMA:unchecked': ({ op, limit_s }: CheckName & { readonly limit_s: number }) => ({
    message: uncheckedText(op, limit_s),
    hint: lessWork,
  }),
} as const satisfies SentenceTable;

const lessWork = 'simplify them, share one schema between cases, or move cases into another prompt';

function uncheckedText(op: string, limit_s: number): string {
  return `${op}: eva did not check it, because the patterns and schemas of this file take longer than ${limit_s} s`;
}
