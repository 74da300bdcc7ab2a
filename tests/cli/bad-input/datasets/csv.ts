import { bad } from '../fixture.js';
import { onCsv, onFile, tickets, ticketsWith } from './library.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const bigEndian = (text: string) => Buffer.from(utf16(text)).swap16();
const line = 'meine Karte,billing,de,b,test,40';

/** Mistakes in the syntax of CSV and TSV files. */
export const csvSyntax = [
  bad('a quote in a value without quotes', onCsv(ticketsWith('meine Karte', 'meine "neue" Karte'))),
  bad('a quote after a space', onCsv(ticketsWith('meine Karte,', 'meine Karte, "'))),
  bad('text after a closing quote', onCsv(ticketsWith('meine Karte', '"meine" Karte'))),
  bad('a quote with a backslash', onCsv(ticketsWith('meine Karte', '"meine \\"neue\\" Karte"'))),
  bad('a quote that is never closed', onCsv(ticketsWith('meine Karte', '"meine Karte'))),
  bad('a quote that is never closed in the header', onCsv(ticketsWith('ticket,', '"ticket,'))),
  bad('a comma in a value without quotes', onCsv(ticketsWith('meine Karte', 'meine, Karte'))),
  bad('too few values', onCsv(ticketsWith(',test,40', ''))),
  bad('a comma at the end of each line but the header', onCsv(ticketsWith('', '').replace(/(\d)$/gm, '$1,'))),
  bad(
    'a line with another delimiter',
    onCsv(ticketsWith('meine Karte,billing,de,b,test,40', 'meine Karte;billing;de;b;test;40')),
  ),
  bad(
    'a quote that the next quoted value closes',
    onCsv(ticketsWith('please return', '"please return').replace('where is my money', '"where, is my money"')),
  ),
  bad('a line with white space alone', onCsv(ticketsWith(line, `   \n${line}`))),
  bad('a comment', onCsv(`# tickets of 2026\n${tickets}`)),
  bad('a NUL in a value', onCsv(ticketsWith('meine Karte', 'meine\0Karte'))),
  bad('a NUL in quotes', onCsv(ticketsWith('meine Karte', '"meine\0Karte"'))),
  bad('a mistake after a value of several lines', onCsv(ticketsWith(line, `"meine\n\nKarte",billing,"de"x,b,test,40`))),
  bad('a mistake after characters of several bytes', onCsv(ticketsWith('meine Karte', '日本語 👩‍👩‍👧 "é"'))),
  bad(
    'a mistake in a file whose lines end with CR',
    onCsv(ticketsWith('meine Karte', 'meine "Karte').replaceAll('\n', '\r')),
  ),
  bad(
    'a mistake in a file whose lines end with CR and LF',
    onCsv(ticketsWith(',test,40', '').replaceAll('\n', '\r\n')),
  ),
  bad('a mistake in the last line, which has no end', onCsv(ticketsWith('dev,60\n', 'dev'))),
  bad('semicolons in place of commas', onCsv(tickets.replaceAll(',', ';'))),
  bad('tabs in place of commas', onCsv(tickets.replaceAll(',', '\t'))),
  bad('bars in place of commas', onCsv(tickets.replaceAll(',', '|'))),
  bad('commas in place of semicolons', onCsv(tickets, 'delimiter: ";"')),
  bad('a delimiter of two characters', onCsv(tickets, 'delimiter: "||"')),
  bad('a delimiter that is a quote', onCsv(tickets, "delimiter: '\"'")),
  bad('a delimiter that is a line end', onCsv(tickets, 'delimiter: "\\n"')),
  bad('a TSV with a stray quote and a missing value', onFile('data/tickets.tsv', 'ticket\tlabel\na 5" pipe\tx\nb\n')),
  bad('a TSV that has commas', onFile('data/tickets.tsv', tickets)),
  bad('a JSON file named .csv', onCsv('[{"ticket": "a", "label": "x"}]\n')),
  bad('mistakes of five kinds at once', onCsv('ticket,label\n"a" b,x\na"b,x\na\na,b,c\na\0,"x\n')),
  bad('thirty stray quotes', onCsv(`ticket,label\n${'a"b,x\n'.repeat(30)}`)),
];

/** Mistakes in the headers of CSV files. */
export const csvHeaders = [
  bad('a name twice', onCsv(ticketsWith('customer', 'label'))),
  bad('several names twice and a blank one', onCsv('ticket,label,,ticket,label,label\na,b,c,d,e,f\n')),
  bad('no header', onCsv(tickets.slice(tickets.indexOf('\n') + 1))),
  bad('a header and no items', onCsv('ticket,label\n')),
  bad('an empty file', onCsv('')),
  bad('empty lines alone', onCsv('\n\n\r\n')),
  bad('a byte order mark alone', onCsv('\ufeff')),
  bad('a space before a name', onCsv(ticketsWith(',label', ', label'))),
  bad('a name in upper case', onCsv(ticketsWith('label', 'Label'))),
  bad('a header in capitals and semicolons', onCsv('TICKET;LABEL\na;b\n')),
];

/** Mistakes in the encodings of data files. */
export const dataEncodings = [
  bad('CSV in UTF-16', onCsv(utf16(tickets))),
  bad('CSV in big-endian UTF-16', onCsv(bigEndian(tickets))),
  bad('CSV in UTF-16 without a byte order mark', onCsv(Buffer.from(tickets, 'utf16le'))),
  bad('CSV in Latin-1', onCsv(latin1(ticketsWith('meine Karte', 'für meine Karte')))),
  bad('CSV in Latin-1 in its header', onCsv(latin1(ticketsWith('language', 'Sprache für')))),
  bad('CSV that is a picture', onCsv(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]))),
  bad('CSV that is cut inside a character', onCsv(Buffer.from('ticket,label\na,é').subarray(0, -1))),
  bad('JSONL in Latin-1', onFile('data/tickets.jsonl', latin1('{"ticket": "a", "label": "x"}\n{"ticket": "für"}\n'))),
  bad('JSON in UTF-16', onFile('data/tickets.json', utf16('[{"ticket": "a", "label": "x"}]'))),
  bad('JSON in Latin-1', onFile('data/tickets.json', latin1('[\n  {"ticket": "für", "label": "x"}\n]'))),
  bad('YAML in Latin-1', onFile('data/tickets.yml', latin1('- ticket: für\n  label: x\n'))),
];
