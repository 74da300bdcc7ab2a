import { bad, metaLine, metaPlus } from './fixture.js';

const input = (...lines: readonly string[]) =>
  metaLine('    required: true', lines.map((line) => `    ${line}`).join('\n'));

export const meta = [
  bad('id differs from the directory', metaLine('id: diff', 'id: dif')),
  bad('summary is a mapping', metaLine('summary: Changes what was asked for and nothing else.', 'summary: { en: x }')),
  bad('version is null', metaLine('version: 1.0.0', 'version: ~')),
  bad('an input is named with a space', metaPlus('  - name: my code')),
  bad('required is misspelt', input('requird: true')),
];
