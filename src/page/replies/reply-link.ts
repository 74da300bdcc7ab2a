import { type ReplyHead, type ReplyRow, replyName } from './reply-row.js';

/** One reply in an address: `#t=tickets/NL-1043`, and `&run=…` if the page has several runs. */
export interface ReplyLink {
  /** The key of the run; empty if the page has one run. */
  readonly run: string;
  readonly case: string;
  /** As `replyName` returns it. */
  readonly reply: string;
}

/** Returns the fragment of an address that names a reply. */
export function linkTo({ run, case: name, reply }: ReplyLink): string {
  const place = [name, ...reply.split('/')].map(encoded).join('/');
  return `#t=${place}${run === '' ? '' : `&run=${encoded(run)}`}`;
}

/** Reads a fragment; null if it names no reply. */
export function readLink(fragment: string): ReplyLink | null {
  const [, place = '', run = ''] = /^#t=([^&]+)(?:&run=([^&]*))?$/.exec(fragment) ?? [];
  try {
    const [name = '', ...reply] = place.split('/').map(decodeURIComponent);
    return reply.length === 0 ? null : { run: decodeURIComponent(run), case: name, reply: reply.join('/') };
  } catch {
    return null;
  }
}

export function linkOf(row: ReplyRow, { cases, runs }: ReplyHead): ReplyLink {
  const own = cases[row.case];
  const run = runs.length > 1 ? (runs[own?.run ?? 0]?.key ?? '') : '';
  return { run, case: own?.name.raw ?? '', reply: replyName(row) };
}

/** Encodes a text for an address. Lone surrogates, which no address can hold, become U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
