import { aCase, aCaseWithout, bad, evalFile } from './fixture.js';

export const shapes = [
  bad('cases is a mapping', evalFile('cases:\n  happy: { rubric: x }\n')),
  bad('a case is a list', evalFile('cases:\n  - - name: happy\n')),
  bad('assert is a mapping', aCase('assert:', '  contains: "<diff>"')),
  bad('assert is a text', aCase('assert: "<diff>"')),
  bad('a check is a text', aCase('assert:', '  - contains')),
  bad('a check is a number', aCase('assert:', '  - 7')),
  bad('a rubric is a list of numbers', aCase('rubric: [5, 1]')),
  bad('a rubric is a mapping', aCase('rubric: { 1: bad, 5: good }')),
  bad('inputs is a list', aCaseWithout('inputs: [code]')),
];
