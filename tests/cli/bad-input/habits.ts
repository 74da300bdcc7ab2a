import { aCase, bad, bodyFile } from './fixture.js';

const rubric = 'rubric: x';
const messages = (text: string) => ({ ...bodyFile(null), 'prompts/diff/messages.yml': text });

/** Habits from promptfoo and from other tools for evaluations. */
export const habits = [
  bad('a check with type and value', aCase('assert: [{ type: not-contains, value: Bob }]')),
  bad('llm-rubric', aCase('assert:', '  - type: llm-rubric', '    value: Is it friendly?')),
  bad('a weight of a check', aCase('assert: [{ contains: Ada, weight: 2 }]')),
  bad('a system message in a case', aCase('messages: [{ role: system, content: Be kind }]', rubric)),
  bad('JSON mode of OpenAI', aCase('response_format: { type: json_object }', rubric)),
  bad('a key above the messages', messages('messages:\n  - { role: user, content: "Change {{code}}" }\n')),
];
