import { type FileContent, type Files, goodMeta } from '../../../support/temp-library.js';

const header = 'ticket,label,language,customer,split,limit';
const rows = [
  'my card was charged twice,billing,en,a,test,20',
  'please return my money,refund,en,a,test,30',
  'meine Karte,billing,de,b,test,40',
  'das war ich nicht,fraud,de,c,test,50',
  'where is my money,refund,en,d,dev,60',
];

/** Returns a CSV file of five tickets in which one text is replaced by another. */
export function ticketsWith(text: string, replacement: string): string {
  const all = [header, ...rows, ''].join('\n');
  if (!all.includes(text)) throw new Error(`no ticket has the text "${text}"`);
  return all.replace(text, () => replacement);
}

/** A CSV file of five tickets without a mistake. */
export const tickets = ticketsWith('', '');

/** The check of each case that has no other one. */
export const checkLabel = 'assert: [{ equals: { field: label } }]';

/** Returns a prompt that takes a `ticket` and maybe a `tone`, with one case of these lines and these files. */
export function datasetLibrary(lines: readonly string[], files: Files = {}): Files {
  const own = lines.map((line) => `    ${line}\n`).join('');
  return {
    'prompts/diff/meta.yml': goodMeta.replace(
      '- name: code\n    required: true',
      '- name: ticket\n    required: true\n  - name: tone\n    required: false',
    ),
    'prompts/diff/prompt.xml': '<task>Sort {{ticket}} {{tone}}.</task>\n',
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }\ncases:\n  - name: tickets\n${own}`,
    'data/tickets.csv': tickets,
    ...files,
  };
}

/** Returns a library with one case on a data file of this content; `keys` are further keys of the data set. */
export function onFile(file: string, content: FileContent, keys = ''): Files {
  return datasetLibrary([`dataset: { file: ${file}${keys === '' ? '' : `, ${keys}`} }`, checkLabel], {
    [file]: content,
  });
}

/** Returns a library with one case on a CSV file of this content. */
export function onCsv(content: FileContent, keys = ''): Files {
  return onFile('data/tickets.csv', content, keys);
}

/** Returns a library with one case on a JSONL file of these lines. */
export function onJsonl(...lines: readonly string[]): Files {
  return onFile('data/tickets.jsonl', `${lines.join('\n')}\n`);
}

/** Returns a library with one case on the five tickets, with further keys of its data set and further lines. */
export function onTickets(keys: string, ...lines: readonly string[]): Files {
  const own = lines.some((line) => /^(assert|then|rubric):/.test(line)) ? lines : [...lines, checkLabel];
  return datasetLibrary([`dataset: { file: data/tickets.csv${keys === '' ? '' : `, ${keys}`} }`, ...own]);
}
