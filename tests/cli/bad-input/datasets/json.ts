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
  bad('a list in a line', onJsonl(good, '["b", "y"]')),
  bad('a text, a number, null and true in lines', onJsonl('"a"', '7', 'null', 'true')),
  bad('two objects in a line', onJsonl(`${good} ${good}`)),
  bad('a comma after each object', onJsonl(`${good},`, `${good},`)),
  bad('an object over several lines', onJsonl('{', '  "ticket": "a",', '  "label": "x"', '}')),
  bad('an object that is cut', onJsonl(good, '{"ticket": "b", "label": "y')),
  bad('single quotes', onJsonl("{'ticket': 'a', 'label': 'x'}")),
  bad('keys without quotes', onJsonl('{ticket: "a", label: "x"}')),
  bad('a comma after the last value', onJsonl('{"ticket": "a", "label": "x",}')),
  bad('a comma after the last value of a list', onJsonl('{"ticket": "a", "label": ["x",]}')),
  bad('no colon', onJsonl('{"ticket" "a"}')),
  bad('a comment', onJsonl('// tickets', good)),
  bad('a key twice', onJsonl(good, '{"ticket": "b", "label": "y", "ticket": "c"}')),
  bad('a key twice in a mapping', onJsonl('{"ticket": "a", "label": "x", "meta": {"no": 1, "no": 2}}')),
  bad('a key twice, once in escapes', onJsonl('{"ticket": "a", "label": "x", "tick\\u0065t": "b"}')),
  bad('NaN', onJsonl('{"ticket": "a", "label": NaN}')),
  bad('Infinity with a sign', onJsonl('{"ticket": "a", "label": -Infinity}')),
  bad('None of Python', onJsonl('{"ticket": "a", "label": None}')),
  bad('a number with a zero before it', onJsonl('{"ticket": "a", "label": 007}')),
  bad('a raw tab in a text', onJsonl('{"ticket": "a\tb", "label": "x"}')),
  bad('an escape that does not exist', onJsonl('{"ticket": "a\\x", "label": "x"}')),
  bad('a NUL', onJsonl('{"ticket": "a\0", "label": "x"}')),
  bad('a list in place of lines', onFile('data/tickets.jsonl', `[\n  ${good},\n  ${good}\n]\n`)),
  bad('a CSV file named .jsonl', onFile('data/tickets.jsonl', 'ticket,label\na,x\n')),
  bad('an integer beyond 2^53', onJsonl('{"ticket": 9007199254740993, "label": "x"}')),
  bad('a number that is infinite', onJsonl('{"ticket": "a", "label": 1e999}')),
  bad('a large integer inside a list', onJsonl('{"ticket": "a", "label": [1, 12345678901234567890]}')),
  bad(
    'an item that is nested 300 levels deep',
    onJsonl(`{"ticket": "a", "label": ${'['.repeat(300)}${']'.repeat(300)}}`),
  ),
  bad('an empty file', onFile('data/tickets.jsonl', '')),
  bad('blank lines alone', onFile('data/tickets.jsonl', '\n  \n\n')),
];

/** Mistakes in lists of JSON and YAML. */
export const dataLists = [
  bad('a JSON file that is a mapping', onJson(`{"items": [${good}]}`)),
  bad('a JSON file that is a text', onJson('"tickets"')),
  bad('a JSON list that is never closed', onJson('[', `  ${good},`, `  ${good}`)),
  bad('a JSON list with text after it', onJson(`[${good}]`, 'done')),
  bad('a JSON list without a comma', onJson('[', `  ${good}`, `  ${good}`, ']')),
  bad('a JSON list with a comma at its end', onJson('[', `  ${good},`, ']')),
  bad('a JSON list with items that are no mappings', onJson('[', `  ${good},`, '  "b",', '  [7]', ']')),
  bad(
    'a JSON list with a broken item',
    onJson('[', `  ${good},`, '  {"ticket": tru, "label": "x"},', '  {"ticket": "b",, "label": 1}', ']'),
  ),
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
  bad('a YAML list with a key twice', onYaml('- ticket: a', '  label: x', '  ticket: b')),
  bad('a YAML list with a tag', onYaml('- ticket: !!binary aGFwcHk=', '  label: x')),
  bad('a YAML list with a merge key', onYaml('- &a { ticket: a, label: x }', '- <<: *a', '  label: y')),
  bad('a YAML list with an alias without an anchor', onYaml('- ticket: *nobody', '  label: x')),
  bad('a YAML list of a billion laughs', onYaml(...laughs)),
  bad('a YAML file of two documents', onYaml('- { ticket: a, label: x }', '---', '- { ticket: b, label: y }')),
  bad('an empty YAML list', onYaml('[]')),
  bad('an empty YAML file', onFile('data/tickets.yml', '')),
  bad('a YAML list with NaN', onYaml('- ticket: a', '  label: .nan')),
  bad('a YAML list with an integer beyond 2^53', onYaml('- ticket: 9007199254740993', '  label: x')),
];
