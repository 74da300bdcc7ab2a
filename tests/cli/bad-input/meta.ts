import { bad, metaFile, metaLine, metaPlus } from './fixture.js';

const status = (value: string) => metaLine('status: draft', `status: ${value}`);
const created = (value: string) => metaLine('created: 2026-01-02', `created: ${value}`);
const input = (...lines: readonly string[]) =>
  metaLine('    required: true', lines.map((line) => `    ${line}`).join('\n'));

export const meta = [
  bad('meta.yml is a list', metaFile('- id: diff\n')),
  bad('meta.yml is a text', metaFile('Surgical diff\n')),
  bad('id differs from the directory', metaLine('id: diff', 'id: dif')),
  bad('id is a number', metaLine('id: diff', 'id: 7')),
  bad('id is blank', metaLine('id: diff', 'id: ""')),
  bad('title is blank', metaLine('title: Surgical diff', 'title: " "')),
  bad('title is null', metaLine('title: Surgical diff', 'title:')),
  bad('title is a list', metaLine('title: Surgical diff', 'title: [Surgical, diff]')),
  bad('summary is a mapping', metaLine('summary: Changes what was asked for and nothing else.', 'summary: { en: x }')),
  bad('status is unknown', status('released')),
  bad('status is misspelt', status('tseted')),
  bad('status is in upper case', status('Draft')),
  bad('status is a list', status('[draft]')),
  bad('version is a list', metaLine('version: 1.0.0', 'version: [1, 0, 0]')),
  bad('version is null', metaLine('version: 1.0.0', 'version: ~')),
  bad('created is a word', created('yesterday')),
  bad('created is the thirtieth of February', created('2026-02-30')),
  bad('created is written with points', created('02.01.2026')),
  bad('created is a number', created('20260102')),
  bad('updated is a list', metaLine('updated: 2026-01-03', 'updated: [2026]')),
  bad(
    'description is a number',
    metaLine('description: Writes a small diff. Use when one thing must change.', 'description: 7'),
  ),
  bad(
    'description is a list',
    metaLine('description: Writes a small diff. Use when one thing must change.', 'description: [a]'),
  ),
  bad('model is a number', metaPlus('model: 4')),
  bad('tags is a text', metaPlus('tags: code')),
  bad('tags holds a number', metaPlus('tags: [code, 7]')),
  bad('triggers is a text', metaPlus('triggers: refactor')),
  bad('triggers holds a blank text', metaPlus('triggers: [refactor, ""]')),
  bad('not_for holds a number', metaPlus('not_for: [1]')),
  bad('inputs is a mapping', metaFile('id: diff\ninputs: { code: x }\n')),
  bad('inputs is a text', metaFile('id: diff\ninputs: code\n')),
  bad('an input is a text', metaPlus('  - note')),
  bad('an input has no name', metaPlus('  - required: false')),
  bad('an input is named with a space', metaPlus('  - name: my code')),
  bad('an input is named with a digit first', metaPlus('  - name: 2nd')),
  bad('an input is named with a number', metaPlus('  - name: 2')),
  bad('required is a word', input('required: always')),
  bad('required is misspelt', input('requird: true')),
  bad('promotion is a list', metaPlus('promotion: [3]')),
  bad('min_uses is below 0', metaPlus('promotion: { min_uses: -1 }')),
  bad('min_uses is a word', metaPlus('promotion: { min_uses: three }')),
  bad('require_eval is a word', metaPlus('promotion: { require_eval: maybe }')),
  bad('max_age_days is 0', metaPlus('promotion: { max_age_days: 0 }')),
  bad('max_failed_runs has a fraction', metaPlus('promotion: { max_failed_runs: 1.5 }')),
  bad('promotion has an unknown key', metaPlus('promotion: { min_use: 3 }')),
];
