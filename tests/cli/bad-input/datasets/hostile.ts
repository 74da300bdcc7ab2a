import { bad } from '../fixture.js';
import { checkLabel, datasetLibrary, onCsv, onFile, onJsonl, onTickets } from './library.js';

const escapes = '\x1b[2J\x1b]0;title\x07';
const bidi = '\u202egnillib\u202c';
const long = 'long '.repeat(2000);
const fraudAs = (label: string) => ({
  ...onTickets(
    '',
    'then:',
    '  - class: { expected: { field: label }, of: [billing] }',
    '    criteria: { recall_gte: { class: billing, proportion: 0.5 } }',
  ),
  'data/tickets.csv': `ticket,label\na,billing\nb,${label}\n`,
});

/** Data files with values that attack terminals and logs. */
export const hostileData = [
  bad('escape sequences in a value that is refused', fraudAs(escapes)),
  bad('direction marks in a value that is refused', fraudAs(bidi)),
  bad('a very long value that is refused', fraudAs(long)),
  bad('escape sequences in the line of a mistake', onCsv(`ticket,label\n${escapes}a"b,x\n`)),
  bad('a very long line before a mistake', onCsv(`ticket,label\n${long},"x"y\n`)),
  bad('a very long id twice', onCsv(`no,ticket,label\n${long},a,x\n${long},b,x\n`, 'id: no')),
  bad(
    'escape sequences in an id that is there twice',
    onCsv(`no,ticket,label\n${escapes},a,x\n${escapes},b,x\n`, 'id: no'),
  ),
  bad('line ends in an id that is there twice', onCsv('no,ticket,label\n"1\n2",a,x\n"1\n2",b,x\n', 'id: no')),
  bad('escape sequences in a header name twice', onCsv(`ticket,label,${escapes},${escapes}\na,b,c,d\n`)),
  bad('a very long name in the header', onCsv(`${'name'.repeat(500)},label\na,x\n`)),
  bad(
    'three hundred columns',
    onCsv(`${Array.from({ length: 300 }, (_, index) => `c${index}`).join(',')}\n${'x,'.repeat(299)}x\n`),
  ),
  bad('escape sequences in keys of JSON', onJsonl(`{"\\u001b[2J": 1, "ticket": "a"}`)),
  bad('__proto__ as a field', onJsonl('{"__proto__": {"label": "x"}, "ticket": "a"}')),
  bad('constructor as a reference', onTickets('', 'assert: [{ equals: { field: constructor } }]')),
  bad(
    'a name of a file with escape sequences',
    datasetLibrary(['dataset: "data/\\e[2Jtickets.csv"', checkLabel], {
      'data/\x1b[2Jtickets.csv': 'ticket,label\na,b,c\n',
    }),
  ),
  bad('a name of a file with direction marks', datasetLibrary(['dataset: "data/\\u202evsc.stekcit"', checkLabel])),
  bad('a name of a file with spaces and quotes', onFile('data/all the tickets.csv', 'ticket,label\na"b,x\n')),
  bad('a slice of hostile values', {
    ...onTickets('slices: [{ field: label, only: [x], criteria: { proportion_gte: { proportion: 0.5 } } }]'),
    'data/tickets.csv': `ticket,label\na,${escapes}\nb,${bidi}\n`,
  }),
  bad('conditions with hostile values', onTickets('where: { label: "\\e[2J\\u202e" }')),
  bad('a formula', { ...fraudAs('=cmd|A1') }),
];

/** Mistakes in the options that choose items. */
export const itemOptions = [
  bad('--items without a data set', {}, ['eval', 'diff', '--items', '5']),
  bad('--item of no item', onTickets(''), ['eval', 'diff', '--item', 'unknown']),
  bad('--item with a typo', onCsv(`no,ticket,label\nt-1,a,x\nt-2,b,x\n`, 'id: no'), ['eval', 'diff', '--item', 't-3']),
  bad(
    '--item of an item that is left out',
    onCsv(`no,ticket,label\nt-1,a,x\nt-2,b,y\n`, 'id: no, unless: { label: [y, z] }'),
    ['eval', 'diff', '--item', 't-2'],
  ),
  bad('--item without a data set', {}, ['eval', 'diff', '--item', 't-1']),
  bad('--item with --items', onTickets(''), ['eval', 'diff', '--item', 'a', '--items', '2']),
];
