import { createHash } from 'node:crypto';

/** An item of the data sets of these tests. */
export interface Ticket {
  readonly ticket: string;
  readonly label: string;
  readonly language: string;
  readonly customer: string;
}

export const labels = ['billing', 'fraud', 'refund', 'other'] as const;

/** Makes tickets with different texts. A language has at least 10 of 100 tickets, a customer one to five. */
export function tickets(count: number): readonly Ticket[] {
  return Array.from({ length: count }, (_, at) => {
    const label = labels[at % labels.length] ?? '';
    const language = at % 10 === 0 ? 'nl' : at % 3 === 0 ? 'de' : 'en';
    const customer = `customer ${Math.floor(at / 5) - (at % 7 === 0 ? 1 : 0)}`;
    return { ticket: `ticket ${at} asks about ${label}`, label, language, customer };
  });
}

/** A number from 0 to 1 that depends on a text alone. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** The text of the item in the body of a request. */
// biome-ignore lint/suspicious/noExplicitAny: any request body
export function ticketIn(body: any): string {
  return /ticket \d+ asks about \w+/.exec(JSON.stringify(body))?.[0] ?? '';
}

/** Returns a model that answers nine of ten tickets right. Which ones depends on their texts alone, so the order of requests does not matter. */
export function triage(accuracy = 0.9): (body: unknown) => string {
  return (body) => {
    const ticket = ticketIn(body);
    const right = ticket.split(' ').at(-1) ?? '';
    const isRight = chanceOf(ticket) < accuracy;
    return JSON.stringify({ category: isRight ? right : right === 'other' ? 'spam' : 'other', ticket });
  };
}

export const formats = ['csv', 'tsv', 'jsonl', 'json', 'yaml'] as const;
export type Format = (typeof formats)[number];

/** Writes items in a format of data sets. */
export function fileOf(items: readonly object[], format: Format = 'csv'): string {
  const lines = items.map((item) => JSON.stringify(item));
  switch (format) {
    case 'jsonl':
      return lines.map((line) => `${line}\n`).join('');
    case 'json':
      return `[\n${lines.join(',\n')}\n]\n`;
    case 'yaml':
      return lines.map((line) => `- ${line}\n`).join('');
    default: {
      const delimiter = format === 'tsv' ? '\t' : ',';
      const names = Object.keys(items[0] ?? {});
      const rows = items.map((item) => names.map((name) => (item as Record<string, string>)[name]));
      return [names, ...rows].map((row) => `${row.join(delimiter)}\n`).join('');
    }
  }
}
