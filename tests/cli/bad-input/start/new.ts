import { bad } from '../fixture.js';

/** Mistakes with `eva new`. */
export const newMistakes = [
  bad('the prompt exists, and the next one too', { 'prompts/diff-2/prompt.md': 'x\n' }, ['new', 'prompts/diff/']),
  bad('the prompt exists, and the copy has flags', {}, ['new', 'diff', '--from', 'diff', '--json']),
  bad('a model that no provider has', {}, ['new', 'summary', '--model', 'gemini-3']),
  bad('a file has the name', { 'prompts/notes': 'x' }, ['new', 'notes']),
  bad('an empty id', {}, ['new', '']),
  bad('an id that is too long', {}, ['new', 'a'.repeat(80)]),
  bad('an id with a reserved word', {}, ['new', 'claude-summary']),
  bad('a source with a link', { 'prompts/diff/x': { link: '/etc/passwd' } }, ['new', 'copy', '--from', 'diff']),
  bad('a source whose meta.yml is broken', { 'prompts/diff/meta.yml': 'id: [\n' }, ['new', 'copy', '--from', 'diff']),
  bad('a kind of body that eva does not know', {}, ['new', 'summary', '--body', 'markdown']),
  bad('eva.yml is broken', { 'eva.yml': 'defaults: [\n' }, ['new', 'summary']),
];
