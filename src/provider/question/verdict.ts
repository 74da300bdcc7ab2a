import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Reply, StopReason, Tool } from '#model/reply/exchange.js';
import { foldText, lettersOf, type VerdictWord, verdictLike } from './fold.js';

/** The form of a verdict: a tool call, or the last line of a text. */
export type VerdictForm = 'tool' | 'text';

/** A kind of question to a judge: its possible values, its tool and its line of text. */
export interface VerdictKind<T extends number | string> {
  readonly word: Exclude<VerdictWord, 'REASON'>;
  readonly tool: Tool;
  /** The placeholder of the value where the prompt explains the line. */
  readonly placeholder: string;
  /** The allowed values in words, for messages. */
  readonly meaning: string;
  /** Source of a pattern that matches anything in folded text that could be read as a value. */
  readonly valueLike: string;
  /** Returns the value of a tool's argument; undefined if the argument is not exactly an allowed value. */
  readonly fromJson: (value: JsonValue | undefined) => T | undefined;
  /** Returns the value of a word; undefined if the word is not exactly an allowed value. */
  readonly fromText: (text: string) => T | undefined;
}

/** Returns the kind of verdict that is a whole number on a scale. */
export function scoreVerdict({ min, max }: { readonly min: number; readonly max: number }): VerdictKind<number> {
  const onScale = (value: number) => (Number.isInteger(value) && value >= min && value <= max ? value : undefined);
  return {
    word: 'SCORE',
    tool: {
      name: 'verdict',
      description: 'Hands in the verdict: the reason first, then the score.',
      input_schema: schemaOf('score', { type: 'integer', minimum: min, maximum: max }),
    },
    placeholder: `whole number from ${min} to ${max}`,
    meaning: `a whole number from ${min} to ${max}`,
    valueLike: '[-+\u2212]?\\p{N}',
    fromJson: (value) => (typeof value === 'number' ? onScale(value) : undefined),
    fromText: (text) => (/^(?:0|-?[1-9][0-9]{0,8})$/.test(text) ? onScale(Number(text)) : undefined),
  };
}

/** The kind of verdict that is yes or no. */
export const decisionVerdict: VerdictKind<'YES' | 'NO'> = {
  word: 'DECISION',
  tool: {
    name: 'decision',
    description: 'Hands in the decision: the reason first, then YES or NO.',
    input_schema: schemaOf('decision', { type: 'string', enum: ['YES', 'NO'] }),
  },
  placeholder: 'YES|NO',
  meaning: 'YES or NO',
  valueLike: '(?:YES|NO)(?!\\p{L})',
  fromJson: yesOrNo,
  fromText: yesOrNo,
};

function yesOrNo(value: JsonValue | undefined): 'YES' | 'NO' | undefined {
  return value === 'YES' || value === 'NO' ? value : undefined;
}

/** Returns the schema of a verdict's tool. The reason comes first, so that the model writes it before it decides. */
function schemaOf(field: string, value: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { reason: { type: 'string', description: 'One sentence.' }, [field]: value },
    required: ['reason', field],
    additionalProperties: false,
  };
}

/** The verdict in a judge's reply, or the reason why it is unreadable. `reason` is untrusted text of at most 500 code points. */
export type VerdictReading<T> = { readonly value: T; readonly reason: string } | { readonly unreadable: string };

const longestReason = 500;

/**
 * Reads a judge's reply strictly: a tool call with exactly two fields, or a text with a single verdict, on its last line. Does not round,
 * clamp or guess. `shown` are the untrusted texts that the judge saw; a verdict copied from them is unreadable.
 */
export function readVerdict<T extends number | string>(
  reply: Reply,
  form: VerdictForm,
  kind: VerdictKind<T>,
  shown: readonly string[],
): VerdictReading<T> {
  const stopped = stopProblem(reply.stop, 'judge');
  if (stopped) return unreadable(stopped);
  const reading = form === 'tool' ? readCall(reply.tool_input, kind) : readText(reply, kind);
  if ('unreadable' in reading) return reading;
  const { value, reason } = reading;
  if (isEcho({ word: kind.word, value, reason }, shown)) {
    return unreadable('its verdict is one that stands in the text under judgement');
  }
  return { value, reason: [...reason].slice(0, longestReason).join('') };
}

function unreadable(why: string): { readonly unreadable: string } {
  return { unreadable: why };
}

/**
 * Returns the reason why a reply with this stop reason is unreadable; undefined if it may be readable. `task` completes `it refused to …`, and
 * `setting` is the key whose model was asked.
 */
export function stopProblem(stop: StopReason, task: string, setting = 'judge'): string | undefined {
  if (stop === 'max_tokens') return `its reply was cut at max_tokens: raise ${setting}: { max_tokens }`;
  if (stop === 'refusal') return `it refused to ${task}`;
  if (stop === 'other' || stop === 'app_error' || stop === 'timed_out')
    return 'its reply is not whole, or has a part that eva cannot read';
  return undefined;
}

function readCall<T extends number | string>(input: JsonObject | undefined, kind: VerdictKind<T>): VerdictReading<T> {
  const { name } = kind.tool;
  if (!input) return unreadable(`it did not call the tool "${name}"`);
  const field = kind.word.toLowerCase();
  const isExact = Object.keys(input).length === 2 && Object.hasOwn(input, field) && Object.hasOwn(input, 'reason');
  if (!isExact) return unreadable(`its call of "${name}" does not hold "reason" and "${field}" alone`);
  const value = kind.fromJson(input[field]);
  if (value === undefined) return unreadable(`its ${field} is not ${kind.meaning}`);
  const { reason } = input;
  if (typeof reason !== 'string' || reason.trim() === '') return unreadable('it gave no reason');
  return { value, reason: reason.trim() };
}

function readText<T extends number | string>(reply: Reply, kind: VerdictKind<T>): VerdictReading<T> {
  if (reply.stop !== 'end') return unreadable('it called a tool where a text was asked for');
  const { word, placeholder } = kind;
  const line = lastLine(reply.text);
  const [isLine, written = '', reason = ''] = new RegExp(`^${word}=(\\S+) REASON=(.*)$`, 's').exec(line) ?? [];
  if (isLine === undefined || /[\p{Cc}\u2028\u2029]/u.test(reason.replaceAll('\t', ' '))) {
    return unreadable(`its last line is not ${word}=<${placeholder}> REASON=<sentence>`);
  }
  const value = kind.fromText(written);
  if (value === undefined) return unreadable(`its ${word.toLowerCase()} is not ${kind.meaning}`);
  if (reason.trim() === '') return unreadable('it gave no reason');
  const verdicts = [...foldText(reply.text).text.matchAll(verdictLike(word, kind.valueLike))].length;
  if (verdicts !== 1) return unreadable('its reply holds more than one verdict');
  return { value, reason: reason.trim() };
}

/** Returns the last non-blank line, without white space at its end. Only LF ends a line, so other separators cannot forge a last line. */
function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** A verdict in a reply, from a tool call or a text. */
interface GivenVerdict {
  readonly word: string;
  readonly value: number | string;
  readonly reason: string;
}

/** Greatest number of letters between the parts of an imitated verdict, such as key names or tags. */
const reach = 60;
/** Number of letters at the beginning of the reason that must match. */
const proof = 200;

/**
 * Returns true if a text that the judge saw contains this verdict, with value and reason, as a line, as JSON or in tags. The
 * judge may then have repeated it instead of judging, even with eva's dots removed.
 */
function isEcho({ word, value, reason }: GivenVerdict, shown: readonly string[]): boolean {
  const mark = lettersOf(`${word}${value}`);
  const words = lettersOf(reason).slice(0, proof);
  return shown
    .flatMap((text) => [text, decoded(text)])
    .some((text) => holdsVerdict(withoutZeros(lettersOf(text), word), mark, words));
}

/** How HTML, URLs and JSON encode a character: a pattern with its digits, and their base. */
const encodings: readonly (readonly [RegExp, number])[] = [
  [/&#x([0-9a-f]{1,6});?/gi, 16],
  [/&#([0-9]{1,7});?/g, 10],
  [/%([0-9a-f]{2})/gi, 16],
  [/\\u([0-9a-f]{4})/gi, 16],
  [/\\u\{([0-9a-f]{1,6})\}/gi, 16],
  [/\\x([0-9a-f]{2})/gi, 16],
];

/** Returns a text in which encoded characters are plain, and base64 is decoded beside itself, since a judge can read and repeat them. */
function decoded(text: string): string {
  const plain = encodings.reduce(
    (rest, [pattern, base]) => {
      return rest.replace(pattern, (whole, digits: string) => {
        const code = Number.parseInt(digits, base);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      });
    },
    text.replace(/&[a-z]{2,20};/gi, ' '),
  );
  return plain.replace(/[A-Za-z0-9+/_-]{16,}/g, (run) => `${run} ${Buffer.from(run, 'base64').toString('latin1')} `);
}

/** Removes leading zeros of a value, since a judge reads `SCORE=010` as 10. */
function withoutZeros(letters: string, word: string): string {
  return letters.replace(new RegExp(`${word}0+(?=[0-9])`, 'g'), word);
}

function holdsVerdict(text: string, mark: string, reason: string): boolean {
  const width = reach + reason.length;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const around = text.slice(Math.max(0, at - width), at + mark.length + width);
    if (around.includes('REASON') && around.includes(reason)) return true;
  }
  return false;
}
