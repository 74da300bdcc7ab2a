import { bad } from '../fixture.js';

const empty = { 'prompts/diff/meta.yml': null, 'prompts/diff/prompt.xml': null, 'prompts/diff/eval.yml': null };

/** Mistakes with `eva new`. */
export const newMistakes = [
  bad('the prompt exists', {}, ['new', 'diff']),
  bad('the prompt exists, and the next one too', { 'prompts/diff-2/prompt.md': 'x\n' }, ['new', 'prompts/diff/']),
  bad('the prompt exists, and the copy has flags', {}, ['new', 'diff', '--from', 'diff', '--json']),
  bad('a model that no provider has', {}, ['new', 'summary', '--model', 'gemini-3']),
  bad('a model for a copy', {}, ['new', 'copy', '--from', 'diff', '--model', 'claude-sonnet-5-5']),
  bad('a file has the name', { 'prompts/notes': 'x' }, ['new', 'notes']),
  bad('an id with capital letters and a space', {}, ['new', 'My Summary']),
  bad('an id with underscores', {}, ['new', 'ticket_class']),
  bad('an id with an ending', {}, ['new', 'summary.md']),
  bad('an id with accents', {}, ['new', 'résumé']),
  bad('an id without a letter', {}, ['new', '---']),
  bad('an empty id', {}, ['new', '']),
  bad('an id that is too long', {}, ['new', 'a'.repeat(80)]),
  bad('an id with a reserved word', {}, ['new', 'claude-summary']),
  bad('an id that climbs out', {}, ['new', '../summary']),
  bad('an id with a folder', {}, ['new', 'support/reply']),
  bad('an id with a control character', {}, ['new', 'a\u001b[31mb']),
  bad('no id', {}, ['new']),
  bad('two ids', {}, ['new', 'one', 'two']),
  bad('a source with a typing mistake', {}, ['new', 'copy', '--from', 'dif']),
  bad('a source that does not exist', {}, ['new', 'copy', '--from', 'summary']),
  bad('a source that climbs out', {}, ['new', 'copy', '--from', '../..']),
  bad('a source with a link', { 'prompts/diff/x': { link: '/etc/passwd' } }, ['new', 'copy', '--from', 'diff']),
  bad('a source whose meta.yml is broken', { 'prompts/diff/meta.yml': 'id: [\n' }, ['new', 'copy', '--from', 'diff']),
  bad('a source and a kind of body', {}, ['new', 'copy', '--from', 'diff', '--body', 'md']),
  bad('a kind of body that eva does not know', {}, ['new', 'summary', '--body', 'markdown']),
  bad('a kind of body as an ending', {}, ['new', 'summary', '--body', '.md']),
  bad('eva.yml is broken', { 'eva.yml': 'defaults: [\n' }, ['new', 'summary']),
  bad('there is no library', { ...empty, prompts: null }, ['new', 'summary']),
];
