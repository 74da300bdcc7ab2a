import { templateLeftovers } from '#load/traps/template-leftovers.js';
import { groupBy } from '#model/data/collections.js';
import { isBlank } from '#model/text/characters.js';
import { disguisedPlaceholders } from '#model/text/disguised.js';
import { placeholderPattern } from '#model/text/quoted.js';
import { type Names, numberedId, openNames } from './names.js';
import type { Role } from './sample.js';
import type { Counted, Form, MessageForm, Survey } from './survey.js';

/** A text of a message of a case: as it is, or the value of an input. */
export type CaseText = string | { readonly input: string };

export interface ArrangedMessage<Text> {
  readonly role: Role;
  readonly content: Text | readonly Text[];
}

/** A case with the data of its samples. */
export interface ArrangedCase {
  readonly name: string;
  /** The path of its data, relative to the folder of the prompt. */
  readonly file: string;
  readonly form: Form;
  readonly isJudged: boolean;
  readonly counted: Counted;
  /** Messages after those of the body. */
  readonly messages: readonly ArrangedMessage<CaseText>[];
  /** The field of each text of a sample, in order; null for a text that the prompt has. */
  readonly fields: readonly (string | null)[];
}

export interface ArrangedPrompt {
  readonly id: string;
  readonly body: readonly ArrangedMessage<string>[];
  /** The inputs of the body that items fill. */
  readonly inputs: readonly string[];
  /** The inputs with the same value in every sample. */
  readonly standIns: readonly BodyInput[];
  readonly hasLiteralBraces: boolean;
  /** The field with the id of a sample, and whether the samples have it already. */
  readonly idField: string;
  readonly hasOwnIds: boolean;
  /** The fields with the right answers: more than one only if they are compared as JSON. */
  readonly idealFields: readonly string[];
  readonly cases: readonly ArrangedCase[];
}

/** Groups the forms of messages by that of the first message: each group becomes a prompt, each form a case of it. */
export function formsByPrompt({ forms }: Survey): readonly (readonly Form[])[] {
  return [...groupBy([...forms.values()], ({ key }) => key.split(' ', 1)[0] ?? '').values()];
}

/** Arranges samples as prompts: one for each form of the first message, with a case for each form of the messages. */
export function arrange(seen: Survey, id: string, { isJson }: { readonly isJson: boolean }): readonly ArrangedPrompt[] {
  const { keys, ids } = seen;
  const hasOwnIds = ids !== null && ids.size > 0;
  return formsByPrompt(seen).map((group, index) => {
    const names = openNames([...keys, 'ideal']);
    const idField = hasOwnIds ? 'id' : names.take('id');
    const most = isJson ? Math.max(1, ...group.map(({ judged }) => judged.most)) : 1;
    const idealFields = most === 1 ? ['ideal'] : Array.from({ length: most }, (_, at) => names.take(`ideal_${at + 1}`));
    return { id: numberedId(id, index), idField, hasOwnIds, idealFields, ...arrangeForms(group, names) };
  });
}

function arrangeForms(
  forms: readonly Form[],
  names: Names,
): Pick<ArrangedPrompt, 'body' | 'inputs' | 'standIns' | 'hasLiteralBraces' | 'cases'> {
  const shared = sharedMessages(forms);
  const constants = sharedConstants(forms, slotsOf(shared).length);
  const nameOf = fieldNames(forms, constants, names);
  const writer = openBodyWriter(names);
  const slots = slotsOf(shared);
  const fields = slots.map((slot, at) => (constants[at] === null ? nameOf(slot) : null));
  const texts = slots.map((slot, at) => {
    const constant = constants[at] ?? null;
    return constant === null ? `{{${fields[at]}}}` : writer.constant(constant, `${slot.role}_${slot.number}`);
  });
  const inputs = fields.filter((name) => name !== null);
  return {
    body: inMessages(shared, texts),
    inputs,
    standIns: writer.standIns,
    hasLiteralBraces: writer.needsLiteralBraces(new Set([...inputs, ...writer.standIns.map(({ name }) => name)])),
    cases: forms.flatMap((form, index) =>
      casesOf(form, forms.length > 1 ? index + 1 : 0, tailOf(form, fields, shared, nameOf)),
    ),
  };
}

/** Returns the first messages that have the same form in all samples. */
function sharedMessages([first, ...others]: readonly Form[]): readonly MessageForm[] {
  const messages = first?.messages ?? [];
  const end = messages.findIndex(({ role, texts }, at) =>
    others.some(({ messages: other }) => other[at]?.role !== role || other[at].texts !== texts),
  );
  return end < 0 ? messages : messages.slice(0, end);
}

/**
 * Returns each of the first texts that is the same in all samples. If that were all texts of a form, its last one is none: samples must
 * differ, or they would ask the same.
 */
function sharedConstants(forms: readonly Form[], count: number): readonly (string | null)[] {
  const texts = Array.from({ length: count }, (_, at) => {
    const text = forms[0]?.constants[at] ?? null;
    return text !== null && canBeConstant(text) && forms.every(({ constants }) => constants[at] === text) ? text : null;
  });
  const isWhole = !texts.includes(null) && forms.some(({ constants }) => constants.length === count);
  return isWhole ? texts.with(-1, null) : texts;
}

/** A text among messages: the role of its message, and its number among the texts of that role. */
interface Slot {
  readonly role: Role;
  readonly number: number;
}

function slotsOf(messages: readonly MessageForm[]): readonly Slot[] {
  const roles = messages.flatMap(({ role, texts = 1 }) => Array.from({ length: texts }, () => role));
  return roles.map((role, at) => ({ role, number: roles.slice(0, at + 1).filter((one) => one === role).length }));
}

/** Returns what gives each text that differs a name. If it is the only one, and the user asks it, it is the question. */
function fieldNames(
  forms: readonly Form[],
  constants: readonly (string | null)[],
  names: Names,
): (slot: Slot) => string {
  const [form] = forms;
  const isOnly = forms.length === 1 && constants.filter((text) => text === null).length === 1;
  const known = new Map<string, string>();
  return ({ role, number }) => {
    const ofUser = isOnly && role === 'user' ? (form?.isText ? 'input' : 'question') : undefined;
    const base = ofUser ?? (role === 'system' && number === 1 ? role : `${role}_${number}`);
    const name = known.get(base) ?? names.take(base);
    known.set(base, name);
    return name;
  };
}

type Tail = Pick<ArrangedCase, 'messages' | 'fields'>;

/** Returns the messages of a form that the body does not have, and the fields of all its texts. */
function tailOf(
  form: Form,
  ofBody: readonly (string | null)[],
  shared: readonly MessageForm[],
  nameOf: (slot: Slot) => string,
): Tail {
  const slots = slotsOf(form.messages);
  const constants = form.constants.map((text, at) =>
    at >= ofBody.length && text !== null && isPlain(text) ? text : null,
  );
  const isWhole =
    constants.slice(ofBody.length).every((text) => text !== null) && ofBody.every((field) => field === null);
  const fields = slots.map((slot, at) => {
    if (at < ofBody.length) return ofBody[at] ?? null;
    return constants[at] === null || (isWhole && at === slots.length - 1) ? nameOf(slot) : null;
  });
  const texts = fields.map((name, at): CaseText => (name === null ? (constants[at] ?? '') : { input: name }));
  return { messages: inMessages(form.messages.slice(shared.length), texts.slice(ofBody.length)), fields };
}

/** Returns true for a text that a message of a case can have as it is: eva warns of braces there. */
function isPlain(text: string): boolean {
  return canBeConstant(text) && !text.includes('{{') && text.length < 2000;
}

function inMessages<Text>(forms: readonly MessageForm[], texts: readonly Text[]): readonly ArrangedMessage<Text>[] {
  let at = 0;
  return forms.map(({ role, texts: count }) => {
    const own = texts.slice(at, at + (count ?? 1));
    at += own.length;
    return { role, content: count === undefined ? (own[0] as Text) : own };
  });
}

/** Returns the cases of a form: one of the samples with right answers, and one of those without. `number` is 0 for the only form. */
function casesOf(form: Form, number: number, tail: Tail): readonly ArrangedCase[] {
  const name = ['samples', ...(number > 0 ? [number] : [])].join('-');
  const both = [
    { name, isJudged: true, counted: form.judged },
    { name: `${name}-without-ideal`, isJudged: false, counted: form.unjudged },
  ];
  return both
    .filter(({ counted }) => counted.samples > 0)
    .map((one) => ({ ...one, file: `data/${one.name}.jsonl`, form, ...tail }));
}

/** An input of a prompt. With `standIn`, the value that it has in every sample. */
interface BodyInput {
  readonly name: string;
  readonly standIn?: string;
}

/** The most characters of a text that is written into a body, or into meta.yml. */
const longestInBody = 8_000;
const longestInMeta = 100_000;

/** The most lines with text and words of a body: eva doctor warns above 200 and 3,500. */
const mostLines = 150;
const mostWords = 2_500;

/** Returns true if a text that all samples share can be a part of the prompt. One that cannot stays in the data. */
function canBeConstant(text: string): boolean {
  return text.length <= longestInMeta && !isBlank(text) && !text.includes('\0');
}

/** Writes the texts of a body so that eva sends them as they are. */
interface BodyWriter {
  /** Returns a text of the body for a text that all samples share; `name` is that of an input for it, if it needs one. */
  constant(text: string, name: string): string;
  /** The inputs with the same value in every sample. */
  readonly standIns: readonly BodyInput[];
  /** Returns true if braces of the body look like those of another template language. */
  needsLiteralBraces(inputs: ReadonlySet<string>): boolean;
}

/** Opens a writer. Its inputs take their names from `names`. */
function openBodyWriter(names: Names): BodyWriter {
  const standIns: BodyInput[] = [];
  const written: string[] = [];
  let lines = 0;
  let words = 0;
  const declare = (name: string, standIn: string) => {
    const taken = names.take(name);
    standIns.push({ name: taken, standIn });
    return `{{${taken}}}`;
  };
  const literals = new Map<string, string>();
  const literal = (placeholder: string, name: string) => {
    const known = literals.get(placeholder);
    if (known !== undefined) return known;
    const isFree = !names.isTaken(name);
    const declared = declare(name, placeholder);
    literals.set(placeholder, isFree ? placeholder : declared);
    return literals.get(placeholder) ?? placeholder;
  };
  return {
    standIns,
    constant(text, name) {
      lines += text.split('\n').filter((line) => line.trim() !== '').length;
      words += text.split(/\s+/).length;
      const isLong = text.length > longestInBody || lines > mostLines || words > mostWords;
      if (isLong || disguisedPlaceholders(text).found.length > 0) return declare(name, text);
      const own = text.replace(placeholderPattern, (whole, inner: string) => literal(whole, inner));
      written.push(own);
      return own;
    },
    needsLiteralBraces: (inputs) => written.some((text) => templateLeftovers(text, inputs).length > 0),
  };
}
