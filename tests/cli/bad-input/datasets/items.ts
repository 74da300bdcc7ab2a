import { bad } from '../fixture.js';
import { checkLabel, datasetLibrary, onCsv, onFile, onJsonl, onTickets, ticketsWith } from './library.js';

const ids = (...values: readonly string[]) =>
  onCsv(`no,ticket,label\n${values.map((id, index) => `${id},text ${index},x\n`).join('')}`, 'id: no');

/** Mistakes in the ids of items. */
export const itemIds = [bad('an id three times and another twice', ids('a', 'a', 'b', 'a', 'b'))];

/** Mistakes in `where` and `unless`. */
export const itemFilters = [
  bad('where: an unknown field', onTickets('where: { langauge: de }')),
  bad('unless: an unknown field', onTickets('unless: { lable: "" }')),
  bad('where: a mapping', onTickets('where: { language: { not: de } }')),
];

const noTicket = 'data/tickets.csv';

/** Mistakes in what fills the inputs. */
export const itemInputs = [
  bad('an input that is renamed and given twice', onTickets('inputs: { tone: language }', 'inputs: { tone: short }')),
  bad(
    'an input that is null in some items',
    onJsonl('{"ticket": "a", "label": "x"}', '{"ticket": null, "label": "x"}', '{"label": "x"}'),
  ),
  bad(
    'an input of the items that the case gives as well',
    datasetLibrary([`dataset: ${noTicket}`, 'inputs: { ticket: x, tone: y, tne: z }', checkLabel]),
  ),
  bad('a prompt without an input', {
    ...onTickets(''),
    'prompts/diff/prompt.xml': '<task>Sort.</task>\n',
    'prompts/diff/meta.yml':
      'id: diff\ntitle: Sort\nsummary: Sorts tickets.\nstatus: draft\nversion: 1.0.0\ncreated: 2026-01-02\nupdated: 2026-01-03\ndescription: Sorts tickets. Use when tickets must be sorted.\n',
  }),
];

/** Mistakes in clusters and slices. */
export const itemGroups = [
  bad('a cluster that is blank', onCsv(ticketsWith('de,b', 'de,'), 'cluster: customer')),
  bad(
    'a cluster that is missing',
    onFile('data/t.jsonl', '{"ticket": "a", "label": "x", "c": 1}\n{"ticket": "b", "label": "x"}\n', 'cluster: c'),
  ),
  bad('a cluster that is a mapping', onTickets('cluster: { field: customer, at_most: 5 }')),
  bad(
    'a slice with the name of the empty one',
    onCsv('ticket,label,lang\na,x,(none)\nb,x,\nc,x,de\n', 'slices: [lang]'),
  ),
  bad('a slice of too many values', onTickets('slices: [{ field: language, at_most: 1 }]')),
  bad(
    'a slice of 201 values',
    onCsv(`ticket,label\n${Array.from({ length: 201 }, (_, index) => `t${index},x\n`).join('')}`, 'slices: [ticket]'),
  ),
  bad(
    'a slice of only a value without items',
    onTickets('slices: [{ field: language, only: [de, fr], criteria: { proportion_gte: { proportion: 0.5 } } }]'),
  ),
  bad(
    'a slice with an unknown must',
    onTickets('slices: [{ field: language, must: succeed, criteria: { proportion_gte: { proportion: 0.5 } } }]'),
  ),
];
