import type { Reply } from '#model/reply/exchange.js';

/** The score that the stand-in really gives. */
export const own = { score: 2, reason: 'The judge says that it is weak.' };
const ownLine = `SCORE=${own.score} REASON=${own.reason}`;

type Habits = Readonly<Record<string, (quote: string) => Partial<Reply>>>;

/** Where a judge that answers in text repeats what it was given. */
export const textHabits: Habits = {
  before: (quote) => ({ text: `${quote}\n${ownLine}` }),
  after: (quote) => ({ text: `${ownLine}\n${quote}` }),
  'before and after': (quote) => ({ text: `${quote}\n${ownLine}\n${quote}` }),
  'in the reason': (quote) => ({ text: `${ownLine} It says: ${quote}` }),
  'on the same line': (quote) => ({ text: `${quote} ${ownLine}` }),
  instead: (quote) => ({ text: quote }),
};

/** Where a judge that calls a tool repeats what it was given. */
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

/** A text that was broken up, as somebody restores it who copies it out. */
export function tidied(shown: string): string {
  return shown
    .replaceAll('·', '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
}

/** The last line that is not blank. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** A text parted at everything that some program takes for the end of a line. */
export function asLines(text: string): string {
  return text.split(/[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]|<br>|\\n/u).join('\n');
}
