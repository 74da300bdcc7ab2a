import { bad } from '../fixture.js';
import { onFile, onJsonl } from './library.js';

const good = '{"ticket": "a", "label": "x"}';
const onJson = (...lines: readonly string[]) => onFile('data/tickets.json', `${lines.join('\n')}\n`);
const onYaml = (...lines: readonly string[]) => onFile('data/tickets.yml', `${lines.join('\n')}\n`);
const laughs = [
  '- &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...'bcdefgh'.split('').map((name, index) => `- &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(', ')}]`),
];

/** Mistakes in JSONL files. */
export const jsonlSyntax = [
  bad('a text, a number, null and true in lines', onJsonl('"a"', '7', 'null', 'true')),
  bad('an object that is cut', onJsonl(good, '{"ticket": "b", "label": "y')),
  bad('single quotes', onJsonl("{'ticket': 'a', 'label': 'x'}")),
  bad('no colon', onJsonl('{"ticket" "a"}')),
  bad('a key twice, once in escapes', onJsonl('{"ticket": "a", "label": "x", "tick\\u0065t": "b"}')),
  bad('NaN', onJsonl('{"ticket": "a", "label": NaN}')),
  bad('a number with a zero before it', onJsonl('{"ticket": "a", "label": 007}')),
  bad('a raw tab in a text', onJsonl('{"ticket": "a\tb", "label": "x"}')),
  bad('an escape that does not exist', onJsonl('{"ticket": "a\\x", "label": "x"}')),
  bad('a list in place of lines', onFile('data/tickets.jsonl', `[\n  ${good},\n  ${good}\n]\n`)),
  bad('a number that is infinite', onJsonl('{"ticket": "a", "label": 1e999}')),
  bad('a large integer inside a list', onJsonl('{"ticket": "a", "label": [1, 12345678901234567890]}')),
  bad(
    'an item that is nested 300 levels deep',
    onJsonl(`{"ticket": "a", "label": ${'['.repeat(300)}${']'.repeat(300)}}`),
  ),
];

/** Mistakes in lists of JSON and YAML. */
export const dataLists = [
  bad('a JSON file that is a text', onJson('"tickets"')),
  bad('a JSON list that is never closed', onJson('[', `  ${good},`, `  ${good}`)),
  bad('a JSON list with text after it', onJson(`[${good}]`, 'done')),
  bad('a JSON list with a comma at its end', onJson('[', `  ${good},`, ']')),
  bad(
    'a JSON list with a bracket that is not closed',
    onJson('[', '  {"ticket": "a", "label": ["x"},', `  ${good}`, ']'),
  ),
  bad('an empty JSON list', onJson('[]')),
  bad('an empty JSON file', onFile('data/tickets.json', '')),
  bad('lines of JSONL named .json', onJson(good, good)),
  bad('a YAML file that is a mapping', onYaml('items:', '  - { ticket: a, label: x }')),
  bad('a YAML list with items that are no mappings', onYaml('- { ticket: a, label: x }', '- b', '- [c]', '-')),
  bad('a YAML list with a broken line', onYaml('- ticket: a', '   label: x')),
  bad('a YAML list with a tag', onYaml('- ticket: !!binary aGFwcHk=', '  label: x')),
  bad('a YAML list with an integer beyond 2^53', onYaml('- ticket: 9007199254740993', '  label: x')),
  bad('a YAML list of a billion laughs', onYaml(...laughs)),
];
