import { aCase, aCaseWithout, bad, beforeCases, bodyFile } from './fixture.js';

const rubric = 'rubric: x';
const messages = (text: string) => ({ ...bodyFile(null), 'prompts/diff/messages.yml': text });

/** Habits from promptfoo and from other tools for evaluations. */
export const habits = [
  bad('a check with a hyphen', aCase('assert: [{ not-contains: Bob }]')),
  bad('a check with type and value', aCase('assert: [{ type: not-contains, value: Bob }]')),
  bad('llm-rubric', aCase('assert:', '  - type: llm-rubric', '    value: Is it friendly?')),
  bad('an expression in JavaScript', aCase('assert:', '  - type: javascript', '    value: output.includes("Ada")')),
  bad('a weight of a check', aCase('assert: [{ contains: Ada, weight: 2 }]')),
  bad('a threshold of a case', aCase('threshold: 0.8', rubric)),
  bad('metadata', aCase('metadata: { owner: me }', rubric)),
  bad('several ideal replies', aCase('ideal: [Hi, Hello]')),
  bad('an input without its name', aCaseWithout('input: Ada')),
  bad('a system message in a case', aCase('messages: [{ role: system, content: Be kind }]', rubric)),
  bad('the role human', aCase('messages: [{ role: human, content: And again? }]', rubric)),
  bad('the effort of OpenAI', aCase('reasoning_effort: low', rubric)),
  bad('JSON mode of OpenAI', aCase('response_format: { type: json_object }', rubric)),
  bad('the type of a part', messages('- role: user\n  content:\n    - { type: text, text: "Change {{code}}" }\n')),
  bad('a key above the messages', messages('messages:\n  - { role: user, content: "Change {{code}}" }\n')),
  bad('messages beside the cases', beforeCases('messages: [{ role: user, content: Go on }]')),
];
