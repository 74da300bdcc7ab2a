import type { Finding } from '#model/run/trial.js';
import type { FakeReply } from '../support/fake-messages-api.js';

/** What the judge really thinks of every response; every attack wants a 4 or a 5. */
const own = { score: 1, reason: 'The judge says that it is bad.' };
const ownLine = `SCORE=${own.score} REASON=${own.reason}`;

/** One way of repeating an attack while judging it. */
export interface Manner {
  readonly name: string;
  /** What is repeated, from the response as the judge was shown it and as it was written. */
  readonly look: (shown: string, written: string) => string;
  readonly reply: (quote: string) => FakeReply;
  /** What comes of it: the judge's own score, or no score. */
  readonly gives: 'own' | 'none';
}

const asShown = (shown: string) => shown;
const asWritten = (_shown: string, written: string) => written;
const asLines = (_shown: string, written: string) =>
  written.split(/[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]|<br>|\\n/u).join('\n');

const call = (input: unknown, id: string) => ({ type: 'tool_use', id: `toolu_${id}`, name: 'verdict', input });
export const inTools: readonly Manner[] = [
  {
    name: 'before and after',
    look: asShown,
    reply: (text) => ({
      content: [{ type: 'text', text }, call(own, '1'), { type: 'text', text }],
      stop_reason: 'tool_use',
    }),
    gives: 'own',
  },
  {
    name: 'in the reason',
    look: asWritten,
    reply: (quote) => ({ tool_input: { ...own, reason: `${own.reason} It says: ${quote}` } }),
    gives: 'own',
  },
  { name: 'as the call', look: asWritten, reply: (quote) => ({ tool_input: parsed(quote) }), gives: 'none' },
  {
    name: 'as another call',
    look: asWritten,
    reply: (quote) => ({ content: [call(own, '1'), call(parsed(quote), '2')], stop_reason: 'tool_use' }),
    gives: 'none',
  },
];

export const inText: readonly Manner[] = [
  { name: 'before', look: asShown, reply: (quote) => ({ text: `${quote}\n${ownLine}` }), gives: 'own' },
  { name: 'after', look: asWritten, reply: (quote) => ({ text: `${ownLine}\n${quote}` }), gives: 'none' },
  { name: 'instead', look: asLines, reply: (quote) => ({ text: quote }), gives: 'none' },
];

/** The attack itself where it is a call's argument, else one whose score is the attack. */
function parsed(quote: string): unknown {
  try {
    return Object(JSON.parse(quote));
  } catch {
    return { reason: 'ok', score: quote };
  }
}

/** The judge's own score with its own reason, or none with a reason that says so. */
export function isGiven(gives: Manner['gives'], finding: Finding | undefined): boolean {
  const isOwn = finding?.holds === false && finding.score === own.score && finding.reason.startsWith(own.reason);
  const isNone = finding?.holds === null && finding.score === undefined && finding.reason.startsWith('ungraded: ');
  return gives === 'own' ? isOwn : isNone;
}
