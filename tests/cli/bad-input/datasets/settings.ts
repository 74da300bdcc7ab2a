import { bad } from '../fixture.js';
import { checkLabel, datasetLibrary, onFile, onTickets, tickets } from './library.js';

const link = (target: string) => ({ link: target }) as const;
const onPath = (path: string, keys = '') => datasetLibrary([`dataset: { file: ${path}${keys} }`, checkLabel]);

/** Mistakes in the keys of `dataset:`. */
export const datasetKeys = [
  bad('a data set that is null', datasetLibrary(['dataset:', checkLabel])),
  bad(
    'draws of a file with sequential',
    onTickets('draws: 2, claim: file', 'sequential: true', 'criteria: { proportion_gte: { proportion: 0.5 } }'),
  ),
  bad('draws of a file with sequential of the defaults, and sample_size', {
    ...onTickets('draws: 2, claim: file', 'sample_size: 3'),
    'eva.yml': 'defaults: { sequential: true }\n',
  }),
  bad(
    'sample_size with too few items for the criterion',
    onTickets('', 'sample_size: 3', 'criteria: { proportion_gte: { proportion: 0.9 } }'),
  ),
];

/** Mistakes in the names of data files. */
export const dataPaths = [
  bad('a file that does not exist', onPath('data/ticket.csv')),
  bad('a file without an ending', onFile('data/tickets', tickets)),
  bad('an address', onPath('"https://example.com/tickets.csv"')),
  bad('a directory', onFile('data/all.csv', { directory: true })),
  bad('a link out of the library', onFile('data/t.csv', link('/etc/passwd'))),
  bad('a link to nothing', onFile('data/t.csv', link('nowhere.csv'))),
  bad('a link to itself', onFile('data/t.csv', link('t.csv'))),
  bad('a link to a hidden file', { ...onFile('data/t.csv', link('../.env')), '.env': 'KEY=1' }),
  bad('a folder that is a link out of the library', {
    ...onPath('linked/passwd', ', format: csv'),
    linked: link('/etc'),
  }),
  bad('a path longer than a file system allows', onPath(`data/${'a'.repeat(5000)}.csv`)),
];

const long = 'x'.repeat(1024 * 1024);

/** Data files and items that are too large. */
export const dataSizes = [
  bad(
    'a quote that is never closed above 1 MiB',
    onFile('data/t.csv', `ticket,label\na,"x\n${'a,x\n'.repeat(300_000)}`),
  ),
  bad(
    'a line of JSONL above 1 MiB',
    onFile('data/t.jsonl', `{"ticket": "a", "label": "x"}\n{"ticket": "${long}", "label": "x"}\n`),
  ),
  bad('a JSON list above 64 MiB', onFile('data/t.json', Buffer.alloc(64 * 1024 * 1024 + 1, ' '))),
  bad('a YAML list above 64 MiB', onFile('data/t.yml', Buffer.alloc(64 * 1024 * 1024 + 1, '#'))),
  bad('a YAML list of 100,000 items', onFile('data/t.yml', '- { ticket: a, label: x }\n'.repeat(100_000))),
  bad(
    'more than a million items',
    onFile('data/t.csv', `ticket,label\n${'a,x\n'.repeat(1_000_001)}`, 'unless: { label: x }'),
  ),
];
