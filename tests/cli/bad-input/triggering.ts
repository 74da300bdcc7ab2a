import { bad, beforeCases, evalFile } from './fixture.js';

const model = 'defaults: { model: claude-opus-4-7 }';
const triggeringOf = (...lines: readonly string[]) =>
  beforeCases(model, 'triggering:', ...lines.map((line) => `  ${line}`));

export const triggering = [
  bad('triggering is null and there are no cases', evalFile('triggering:\n')),
  bad('triggering is empty and there are no cases', evalFile('triggering: {}\n')),
  bad('should_match is a text', triggeringOf('should_match: refactor foo')),
  bad('should_match is empty and there are no cases', evalFile('triggering: { should_match: [] }\n')),
  bad('a query is a mapping', triggeringOf('should_match:', '  - query: refactor foo')),
  bad('a query is null', triggeringOf('should_not_match: [~]')),
  bad('a query is blank', triggeringOf('should_not_match: ["  "]')),
  bad('a query stands twice', triggeringOf('should_match: [refactor foo, explain, refactor foo]')),
  bad('a query should match and should not', triggeringOf('should_match: [refactor]', 'should_not_match: [refactor]')),
  bad('the judge is a text', triggeringOf('should_match: [a]', 'judge: claude-haiku-4-5')),
  bad('the judge has an unknown key', triggeringOf('should_match: [a]', 'judge: { modle: claude-haiku-4-5 }')),
  bad('the model of the judge is no name', triggeringOf('should_match: [a]', 'judge: { model: haiku }')),
];
