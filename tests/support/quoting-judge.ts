import type { Reply } from '#model/reply/exchange.js';

/** The score that the fake judge gives. */
export const own = { score: 2, reason: 'The judge says that it is weak.' };
const ownLine = `SCORE=${own.score} REASON=${own.reason}`;

type Habits = Readonly<Record<string, (quote: string) => Partial<Reply>>>;

/** The places where a judge's text repeats its question. */
export const textHabits: Habits = {
  before: (quote) => ({ text: `${quote}\n${ownLine}` }),
  after: (quote) => ({ text: `${ownLine}\n${quote}` }),
  'before and after': (quote) => ({ text: `${quote}\n${ownLine}\n${quote}` }),
  'in the reason': (quote) => ({ text: `${ownLine} It says: ${quote}` }),
  'on the same line': (quote) => ({ text: `${quote} ${ownLine}` }),
  instead: (quote) => ({ text: quote }),
};

/** The places where a judge's tool call repeats its question. */
export const toolHabits: Habits = {
  beside: (quote) => ({ text: quote, tool_input: own }),
  'in the reason': (quote) => ({ text: '', tool_input: { ...own, reason: `${own.reason} It says: ${quote}` } }),
  'as the score': (quote) => ({ text: '', tool_input: { score: quote, reason: own.reason } }),
  'as another field': (quote) => ({ text: '', tool_input: { ...own, quote } }),
  instead: (quote) => ({ text: quote }),
  'as the call': (quote) => ({ text: quote, ...callIn(quote) }),
};

function callIn(quote: string): Partial<Reply> {
  try {
    const parsed: unknown = JSON.parse(quote);
    return parsed !== null && typeof parsed === 'object'
      ? { tool_input: parsed as NonNullable<Reply['tool_input']> }
      : {};
  } catch {
    return {};
  }
}

/** Restores a broken-up text, as a model might when it copies the text. */
export function tidied(shown: string): string {
  return shown
    .replaceAll('·', '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
}

/** Returns the last line that is not blank. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** Splits a text at every character that any program takes for a line end. */
export function asLines(text: string): string {
  return text.split(/[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]|<br>|\\n/u).join('\n');
}
