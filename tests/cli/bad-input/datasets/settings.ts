import { bad } from '../fixture.js';
import { checkLabel, datasetLibrary, onFile, onTickets, tickets } from './library.js';

const link = (target: string) => ({ link: target }) as const;
const onPath = (path: string, keys = '') => datasetLibrary([`dataset: { file: ${path}${keys} }`, checkLabel]);

/** Mistakes in the keys of `dataset:`. */
export const datasetKeys = [
  bad('a data set that is a list', datasetLibrary(['dataset: [data/tickets.csv]', checkLabel])),
  bad('a data set that is null', datasetLibrary(['dataset:', checkLabel])),
  bad('a data set that is empty', datasetLibrary(['dataset: {}', checkLabel])),
  bad('a data set without a file', datasetLibrary(['dataset: { claim: file }', checkLabel])),
  bad('a blank name of a file', datasetLibrary(['dataset: " "', checkLabel])),
  bad('an unknown key', onTickets('filter: { split: test }')),
  bad('keys that are misspelt', onTickets('slice: [language], draw: 2, clusters: customer')),
  bad('limit', onTickets('limit: 100')),
  bad('items in eval.yml', onTickets('items: [{ ticket: a }]')),
  bad('datasets at the top', {
    ...onTickets(''),
    'prompts/diff/eval.yml':
      'datasets: { tickets: data/tickets.csv }\ncases:\n  - name: a\n    inputs: { ticket: x }\n    rubric: x\n',
  }),
  bad('an unknown format', onTickets('format: xlsx')),
  bad('a format in upper case', onTickets('format: CSV')),
  bad('an unknown claim', onTickets('claim: sample')),
  bad('draws of 0', onTickets('draws: 0')),
  bad('draws of a fraction', onTickets('draws: 1.5')),
  bad('draws of a million', onTickets('draws: 1000000')),
  bad(
    'draws of a file with sequential',
    onTickets('draws: 2, claim: file', 'sequential: true', 'criteria: { proportion_gte: { proportion: 0.5 } }'),
  ),
  bad('draws of a file with sample_size', onTickets('draws: 2, claim: file', 'sample_size: 3')),
  bad('draws of a file with sequential of the defaults, and sample_size', {
    ...onTickets('draws: 2, claim: file', 'sample_size: 3'),
    'eva.yml': 'defaults: { sequential: true }\n',
  }),
  bad('sample_size of 0', onTickets('', 'sample_size: 0')),
  bad(
    'sample_size with too few items for the criterion',
    onTickets('', 'sample_size: 3', 'criteria: { proportion_gte: { proportion: 0.9 } }'),
  ),
  bad('too few items for the criterion', onTickets('', 'criteria: { proportion_gte: { proportion: 0.9 } }')),
  bad('dataset in triggering', {
    ...onTickets(''),
    'prompts/diff/eval.yml':
      'defaults: { model: claude-opus-4-7 }\ntriggering: { should_match: [a], dataset: data/tickets.csv }\n',
  }),
  bad('dataset in the defaults', {
    ...onTickets(''),
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7, dataset: data/tickets.csv }\ncases:\n  - name: a\n    inputs: { ticket: x }\n    rubric: x\n`,
  }),
];

/** Mistakes in the names of data files. */
export const dataPaths = [
  bad('a file that does not exist', onPath('data/ticket.csv')),
  bad('a file without an ending', onFile('data/tickets', tickets)),
  bad('a spreadsheet', onFile('data/tickets.xlsx', 'PK')),
  bad('a compressed file', onFile('data/tickets.csv.gz', Buffer.from([0x1f, 0x8b]))),
  bad('a file that climbs out', onPath('../../etc/passwd', ', format: csv')),
  bad('a file that is absolute', onPath('/etc/passwd', ', format: csv')),
  bad('an address', onPath('"https://example.com/tickets.csv"')),
  bad('a directory', onFile('data/all.csv', { directory: true })),
  bad('a device', onPath('/dev/zero', ', format: csv')),
  bad('a link out of the library', onFile('data/t.csv', link('/etc/passwd'))),
  bad('a link to a device', onFile('data/t.csv', link('/dev/zero'))),
  bad('a link to nothing', onFile('data/t.csv', link('nowhere.csv'))),
  bad('a link to itself', onFile('data/t.csv', link('t.csv'))),
  bad('a link to a hidden file', { ...onFile('data/t.csv', link('../.env')), '.env': 'KEY=1' }),
  bad('a folder that is a link out of the library', {
    ...onPath('linked/passwd', ', format: csv'),
    linked: link('/etc'),
  }),
  bad('a hidden file', { ...onPath('data/.tickets.csv'), 'data/.tickets.csv': tickets }),
  bad('a file in a hidden folder', onPath('.cache/tickets.csv')),
  bad('a path longer than a file system allows', onPath(`data/${'a'.repeat(5000)}.csv`)),
  bad('a path that holds a NUL', onPath('"data/a\\0.csv"')),
];

const long = 'x'.repeat(1024 * 1024);

/** Data files and items that are too large. */
export const dataSizes = [
  bad('a line of CSV above 1 MiB', onFile('data/t.csv', `ticket,label\na,x\n${long},x\n`)),
  bad('a value of CSV in quotes above 1 MiB', onFile('data/t.csv', `ticket,label\na,x\n"${long}",x\n`)),
  bad(
    'a quote that is never closed above 1 MiB',
    onFile('data/t.csv', `ticket,label\na,"x\n${'a,x\n'.repeat(300_000)}`),
  ),
  bad('a header of CSV above 1 MiB', onFile('data/t.csv', `${long},label\na,x\n`)),
  bad(
    'a line of JSONL above 1 MiB',
    onFile('data/t.jsonl', `{"ticket": "a", "label": "x"}\n{"ticket": "${long}", "label": "x"}\n`),
  ),
  bad(
    'an item of a JSON list above 1 MiB',
    onFile('data/t.json', `[{"ticket": "a", "label": "x"}, {"ticket": "${long}", "label": "x"}]`),
  ),
  bad('a JSON list above 64 MiB', onFile('data/t.json', Buffer.alloc(64 * 1024 * 1024 + 1, ' '))),
  bad('a YAML list above 64 MiB', onFile('data/t.yml', Buffer.alloc(64 * 1024 * 1024 + 1, '#'))),
  bad('a YAML list of 100,000 items', onFile('data/t.yml', '- { ticket: a, label: x }\n'.repeat(100_000))),
  bad(
    'more than a million items',
    onFile('data/t.csv', `ticket,label\n${'a,x\n'.repeat(1_000_001)}`, 'unless: { label: x }'),
  ),
];
