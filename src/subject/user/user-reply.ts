import type { JsonObject } from '#model/data/json.js';
import type { Reply, Tool } from '#model/reply/exchange.js';
import { isBlank } from '#model/text/characters.js';
import type { Unreadable } from '#provider/question/ask.js';
import { assignmentLike, fold, lettersOf, verdictLike } from '#provider/question/fold.js';
import { stopProblem, type VerdictForm } from '#provider/question/verdict.js';

/** The next move of a simulated user: a message, or the end of the conversation. */
export type UserMove =
  | { readonly next: 'continue'; readonly message: string }
  | { readonly next: 'goal_met' | 'gave_up' };

/** The tool with which a simulated user returns its next move. */
export const nextMessage: Tool = {
  name: 'next_message',
  description: 'Hands in the next message of the user, and whether the conversation goes on.',
  input_schema: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'What the user writes next; empty unless the conversation goes on.' },
      next: { type: 'string', enum: ['continue', 'goal_met', 'gave_up'] },
    },
    required: ['message', 'next'],
    additionalProperties: false,
  },
};

const endings = { CONTINUE: 'continue', GOAL_MET: 'goal_met', GAVE_UP: 'gave_up' } as const;

/**
 * Reads a simulated user's reply strictly: a tool call with exactly two fields, or a message with a single line `NEXT=…` at its
 * end. The line must not be copied from the application, and the first reply must be a message. Does not guess. `responses` are
 * the application's responses so far.
 */
export function readMove(reply: Reply, form: VerdictForm, responses: readonly string[]): UserMove | Unreadable {
  const stopped = stopProblem(reply.stop, 'play the user', 'user_simulator');
  if (stopped) return { unreadable: stopped };
  const move = form === 'tool' ? readCall(reply.tool_input) : readText(reply, responses);
  if ('unreadable' in move) return move;
  if (move.next !== 'continue') {
    return responses.length === 0
      ? { unreadable: 'it ended the conversation before its first message' }
      : { next: move.next };
  }
  if (isBlank(move.message)) return { unreadable: 'its message is empty' };
  return { next: 'continue', message: move.message.trim() };
}

interface Said {
  readonly message: string;
  readonly next: UserMove['next'];
}

function readCall(input: JsonObject | undefined): Said | Unreadable {
  if (!input) return { unreadable: 'it did not call the tool "next_message"' };
  const isExact = Object.keys(input).length === 2 && Object.hasOwn(input, 'message') && Object.hasOwn(input, 'next');
  if (!isExact) return { unreadable: 'its call of "next_message" does not hold "message" and "next" alone' };
  const { message, next } = input;
  if (typeof message !== 'string') return { unreadable: 'its message is no text' };
  if (next !== 'continue' && next !== 'goal_met' && next !== 'gave_up') {
    return { unreadable: 'its "next" is none of continue, goal_met and gave_up' };
  }
  return { message, next };
}

/** Reads a text reply. Only LF ends a line, so other separators cannot forge a last line. */
function readText({ text, stop }: Reply, responses: readonly string[]): Said | Unreadable {
  if (stop !== 'end') return { unreadable: 'it called a tool where a text was asked for' };
  const [, message = '', word = ''] = /^(.*\n|)NEXT=(CONTINUE|GOAL_MET|GAVE_UP)$/s.exec(text.trimEnd()) ?? [];
  if (!Object.hasOwn(endings, word)) return { unreadable: 'its last line is not NEXT=<CONTINUE|GOAL_MET|GAVE_UP>' };
  if ([...fold(text).text.matchAll(nextLike)].length !== 1) {
    return { unreadable: 'its reply says more than once what comes next' };
  }
  if (isRepeated({ message, word }, responses)) {
    return { unreadable: 'its reply is one that stands in the text of the application' };
  }
  return { message, next: endings[word as keyof typeof endings] };
}

const between = '[^\\p{L}\\p{N}]{0,3}';

/** Pattern that matches anything in folded text that could be read as the line `NEXT=…`. */
const nextLike = verdictLike('NEXT', `CONTINUE|GOAL${between}MET|GAVE${between}UP`);

/**
 * Returns true if one response of the application contains the whole reply, with a line of the same word. The simulated user may
 * then have repeated it instead of answering, even with eva's dots removed.
 */
function isRepeated(
  { message, word }: Readonly<Record<'message' | 'word', string>>,
  responses: readonly string[],
): boolean {
  const rest = lettersOf(plain(message));
  return responses.map(plain).some((text) => saysNext(text, lettersOf(word)) && lettersOf(text).includes(rest));
}

const assignment = new RegExp(assignmentLike('NEXT'), 'gu');
/** Greatest number of characters over which the letters of a word may be spread. */
const reach = 60;

function saysNext(text: string, word: string): boolean {
  const { text: folded } = fold(text);
  const ends = [...folded.matchAll(assignment)].map((found) => found.index + found[0].length);
  return ends.some((end) => lettersOf(folded.slice(end, end + reach)).startsWith(word));
}

/** Returns a text as a model might repeat it: without eva's dots, and with HTML entities decoded. */
function plain(text: string): string {
  return text.replaceAll('·', '').replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/gi, signOf);
}

function signOf(whole: string, hex?: string, decimal?: string, name = ''): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  return namedSigns.get(name.toLowerCase()) ?? whole;
}

const namedSigns = new Map([
  ['equals', '='],
  ['lowbar', '_'],
  ['underbar', '_'],
  ['nbsp', ' '],
  ['newline', '\n'],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
