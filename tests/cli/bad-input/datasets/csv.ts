import { bad } from '../fixture.js';
import { onCsv, onFile, tickets, ticketsWith } from './library.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Mistakes in the syntax of CSV and TSV files. */
export const csvSyntax = [
  bad('a quote that is never closed', onCsv(ticketsWith('meine Karte', '"meine Karte'))),
  bad(
    'a line with another delimiter',
    onCsv(ticketsWith('meine Karte,billing,de,b,test,40', 'meine Karte;billing;de;b;test;40')),
  ),
  bad('a comment', onCsv(`# tickets of 2026\n${tickets}`)),
  bad('a NUL in quotes', onCsv(ticketsWith('meine Karte', '"meine\0Karte"'))),
  bad('a mistake after characters of several bytes', onCsv(ticketsWith('meine Karte', '日本語 👩‍👩‍👧 "é"'))),
  bad('semicolons in place of commas', onCsv(tickets.replaceAll(',', ';'))),
  bad('a TSV with a stray quote and a missing value', onFile('data/tickets.tsv', 'ticket\tlabel\na 5" pipe\tx\nb\n')),
];

/** Mistakes in the headers of CSV files. */
export const csvHeaders = [
  bad('several names twice and a blank one', onCsv('ticket,label,,ticket,label,label\na,b,c,d,e,f\n')),
  bad('no header', onCsv(tickets.slice(tickets.indexOf('\n') + 1))),
];

/** Mistakes in the encodings of data files. */
export const dataEncodings = [
  bad('JSONL in Latin-1', onFile('data/tickets.jsonl', latin1('{"ticket": "a", "label": "x"}\n{"ticket": "für"}\n'))),
  bad('JSON in Latin-1', onFile('data/tickets.json', latin1('[\n  {"ticket": "für", "label": "x"}\n]'))),
];
