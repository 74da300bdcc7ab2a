import { bad, beforeCases, evalFile } from './fixture.js';

const model = 'defaults: { model: claude-opus-4-7 }\n';
const named = (...names: readonly string[]) =>
  evalFile(
    `${model}cases:\n${names.map((name) => `  - { name: ${name}, inputs: { code: x }, rubric: y }\n`).join('')}`,
  );

export const names = [
  bad('two cases have one name', named('a', 'b', 'a')),
  bad('three cases have one name', named('a', 'a', 'a')),
  bad('a name is blank', named('" "')),
  bad('a name is empty', named('""')),
  bad('a name is too long', named('x'.repeat(300))),
  bad(
    'a case is named like a query',
    evalFile(
      `${model}triggering: { should_match: [go] }\ncases:\n  - { name: "should_match: go", inputs: { code: x }, rubric: y }\n`,
    ),
  ),
  bad(
    'a case is named like a scenario',
    beforeCases(
      'defaults: { model: claude-opus-4-7 }',
      'scenarios:',
      '  - title: happy',
      '    inputs: { code: x }',
      '    given: g',
      '    when: w',
      '    sample_size: 20',
      '    then: [{ expected_behavior: b, criteria: { median_gte: { threshold: 8 } } }]',
    ),
  ),
];
