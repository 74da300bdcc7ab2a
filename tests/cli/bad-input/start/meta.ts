import { goodMeta } from '../../../support/temp-library.js';
import { aCaseWithout, bad, bodyFile, evalFile, metaFile } from '../fixture.js';

const noMeta = metaFile(null);
const messages = (...lines: readonly string[]) => ({
  ...noMeta,
  'prompts/diff/prompt.xml': null,
  'prompts/diff/messages.yml': `${lines.join('\n')}\n`,
});
const trigger = evalFile('defaults: { model: claude-opus-4-7 }\ntriggering:\n  should_match: [change x]\n');
const promote = ['promote', 'diff', '--force'];

/** Mistakes with a meta.yml that is not there, or has little. */
export const meta = [
  bad('the file is named meta.yaml', { ...noMeta, 'prompts/diff/meta.yaml': goodMeta }),
  bad('the file is named Meta.yml', { ...noMeta, 'prompts/diff/Meta.yml': goodMeta }),
  bad('the file is named mata.yml, and its case lacks an input', {
    ...noMeta,
    'prompts/diff/mata.yml': goodMeta,
    ...aCaseWithout(),
  }),
  bad('a case gives no value, without meta.yml', { ...noMeta, ...aCaseWithout() }),
  bad('a case gives no value, with a meta.yml without inputs', { ...metaFile('status: draft\n'), ...aCaseWithout() }),
  bad('a case gives no value for two of three inputs', {
    ...noMeta,
    ...bodyFile('{{code}} {{language}} {{style}}\n'),
    ...aCaseWithout('inputs: { language: C }'),
  }),
  bad('a case misspells an input of the body', { ...noMeta, ...aCaseWithout('inputs: { cod: x }') }),
  bad('a case gives an input that no body uses', { ...noMeta, ...aCaseWithout('inputs: { code: x, tone: y }') }),
  bad('the body has single braces', {
    ...noMeta,
    ...bodyFile('Change {code}.\n'),
    ...aCaseWithout('inputs: { code: x }'),
  }),
  bad('the body misspells an input of the case', {
    ...noMeta,
    ...bodyFile('Change {{cdoe}}.\n'),
    ...aCaseWithout('inputs: { code: x }'),
  }),
  bad('the inputs are an empty list', { ...metaFile('inputs: []\n'), ...aCaseWithout() }),
  bad('the list of inputs lacks one of the body', {
    ...metaFile('inputs: [{ name: language }]\n'),
    ...bodyFile('{{code}} {{language}}\n'),
    ...aCaseWithout('inputs: { language: C }'),
  }),
  bad('inputs is nothing', { ...metaFile('inputs:\n'), ...aCaseWithout() }),
  bad('inputs is misspelt', { ...metaFile('input: [{ name: code, default: x }]\n'), ...aCaseWithout() }),
  bad('a message takes a file that the case does not give', {
    ...messages('- { role: user, content: [{ text: "{{q}}" }, { file: { input: receipt } }] }'),
    ...aCaseWithout('inputs: { q: x }'),
  }),
  bad('a message of the case takes a file that it does not give', {
    ...noMeta,
    ...bodyFile('Be brief.\n'),
    ...aCaseWithout('messages: [{ role: user, content: [{ file: { input: receipt } }] }]'),
  }),
  bad('a data set has no field for an input', {
    ...noMeta,
    ...aCaseWithout('dataset: { file: data.jsonl }'),
    'data.jsonl': '{"text": "x = 1"}\n',
  }),
  bad('triggering without meta.yml', { ...noMeta, ...trigger }),
  bad('triggering, and meta.yml has triggers alone', { ...metaFile('triggers: [change]\n'), ...trigger }),
  bad('triggering, and the summary is a list', { ...metaFile('summary: [a]\n'), ...trigger }),
  bad('only the id, and it differs', metaFile('id: dif\n')),
  bad('the status is unknown', metaFile('status: done\n')),
  bad('the status is nothing', metaFile('status:\n')),
  bad('the status is misspelt', metaFile('status: reddy\n')),
  bad('the key status is misspelt, and so is the day', metaFile('staus: draft\nupdated: 2026-13-01\n')),
  bad('a list in place of the mapping', metaFile('- status: draft\n')),
  bad('the status alone, without its key', metaFile('draft\n')),
  bad('two documents', metaFile('status: draft\n---\nid: diff\n')),
  bad('meta.yml is a folder', metaFile({ directory: true })),
  bad('meta.yml is a link to nothing', metaFile({ link: 'nowhere.yml' })),
  bad('meta.yml is a link out of the library', metaFile({ link: '/etc/hostname' })),
  bad('promote, and the file is named meta.yaml', { ...noMeta, 'prompts/diff/meta.yaml': goodMeta }, promote),
  bad('promote, and the status is unknown', metaFile('status: done\n'), promote),
  bad('promote, and meta.yml is a list', metaFile('- status: draft\n'), promote),
];
