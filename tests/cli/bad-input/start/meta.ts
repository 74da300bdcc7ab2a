import { goodMeta } from '../../../support/temp-library.js';
import { aCaseWithout, bad, bodyFile, evalFile, metaFile } from '../fixture.js';

const noMeta = metaFile(null);
const messages = (...lines: readonly string[]) => ({
  ...noMeta,
  'prompts/diff/prompt.xml': null,
  'prompts/diff/messages.yml': `${lines.join('\n')}\n`,
});

const trigger = evalFile('defaults: { model: claude-opus-4-7 }\ntriggering:\n  should_match: [change x]\n');

/** Mistakes with a meta.yml that is not there, or has little. */
export const meta = [
  bad('the file is named mata.yml, and its case lacks an input', {
    ...noMeta,
    'prompts/diff/mata.yml': goodMeta,
    ...aCaseWithout(),
  }),
  bad('a case gives no value, without meta.yml', { ...noMeta, ...aCaseWithout() }),
  bad('a case gives no value for two of three inputs', {
    ...noMeta,
    ...bodyFile('{{code}} {{language}} {{style}}\n'),
    ...aCaseWithout('inputs: { language: C }'),
  }),
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
  bad('the key status is misspelt, and so is the day', metaFile('staus: draft\nupdated: 2026-13-01\n')),
  bad('meta.yml is a link to nothing', metaFile({ link: 'nowhere.yml' })),
];
