import type { Files } from '../../support/temp-library.js';
import { aCase, bad, beforeCases, evalFile, mistakeElsewhere } from './fixture.js';

const then = 'then: [{ metric: per_conversation.turn_count, criteria: { median_lt: { threshold: 3 } } }]';

/** Returns the lines of a valid scenario, with some replaced or added. */
function linesOf(changes: readonly string[]): readonly string[] {
  const usual = ['title: Support', 'inputs: { code: x }', 'given: A user.', 'when: They ask.', 'sample_size: 20', then];
  const keyOf = (line: string) => line.split(':')[0] ?? line;
  const changed = changes.map(keyOf);
  return [
    ...usual.filter((line) => !changed.includes(keyOf(line))),
    ...changes.filter((line) => !line.endsWith(':none')),
  ];
}

/** Returns an eval.yml with one scenario; `key:none` removes a key. */
export function aScenario(...changes: readonly string[]): Files {
  return evalFile(scenarioText('defaults: { model: claude-opus-4-7 }', changes));
}

/** Returns an eval.yml with one scenario and no default model. */
export function aScenarioAlone(...changes: readonly string[]): Files {
  return evalFile(scenarioText('', changes));
}

function scenarioText(head: string, changes: readonly string[]): string {
  const [first, ...others] = linesOf(changes);
  return [head, 'scenarios:', `  - ${first}`, ...others.map((line) => `    ${line}`), '']
    .filter((line, index) => index > 0 || line !== '')
    .join('\n');
}

/** Mistakes in stories, settings and names of scenarios. */
export const scenarios = [
  bad('a scenario without given', aScenario('given:none')),
  bad('a scenario without when', aScenario('when:none')),
  bad('a scenario without anything', beforeCases('defaults: { model: claude-opus-4-7 }', 'scenarios: [{}]')),
  bad('a scenario that is a text', beforeCases('defaults: { model: claude-opus-4-7 }', 'scenarios: [Support]')),
  bad('a scenario with expectations under expect', aScenario('then:none', 'expect: []')),
  bad('a blank story', aScenario('given: " "', 'when: ""')),
  bad('a story that is a list', aScenario('given: [A user.]')),
  bad('a story that is made of an empty input', aScenario('given: "{{code}}"', 'inputs: { code: "" }')),
  bad('an input of the story without a value', aScenario('given: "A user of {{product}} asks {{product}}."')),
  bad('a scenario with checks of its own', aScenario('assert: [{ contains: a }]')),
  bad('more turns than anybody waits for', aScenario('max_turns: 5000')),
  bad('turns in words', aScenario('max_turns: ten')),
  bad('a seed with a point', aScenario('seed: 1.5')),
  bad('a seed that is negative', aScenario('seed: -1')),
  bad('a seed in a case, beside a mistake', { ...aCase('rubric: x', 'seed: 7'), ...mistakeElsewhere }),
  bad('a simulator that is a text', aScenario('user_simulator: claude-haiku-4-5-20251001')),
  bad('a simulator without anything', aScenario('user_simulator: {}')),
  bad(
    'a judge of a scenario with a scale and a threshold',
    aScenario('judge: { scale: { min: 1, max: 5 }, pass_threshold: 4 }'),
  ),
  bad('a judge with an even number of votes', aScenario('judge: { votes: 2 }')),
  bad('too few trials', aScenario('sample_size: 2')),
];

/** Mistakes in applications. */
export const applications = [
  bad('a model and a program at once', aScenario('app: { model: claude-opus-4-7, command: [node, bot.js] }')),
  bad('a command whose program is blank', aScenario('app: { command: [" ", bot.js] }')),
  bad('variables beside a model', aScenario('app: { model: claude-opus-4-7, env: [SHOP_KEY] }')),
  bad('a variable with its value', aScenario('app: { command: [node, bot.js], env: ["SHOP=1"] }')),
  bad('settings of a model beside a program, and a mistake', {
    ...aScenario('app: { command: [node, bot.js] }', 'model: claude-opus-4-7', 'max_tokens: 9', 'temperature: 1'),
    ...mistakeElsewhere,
  }),
  bad('a scenario with no model and no program', aScenarioAlone()),
];

/** Mistakes in writing styles. */
export const styles = [
  bad('a style that is a text', aScenario('writing_style: rude')),
  bad('a style that is nothing', aScenario('writing_style:')),
  bad('an axis that is blank', aScenario('writing_style: { tone: " " }')),
  bad('a blank among the texts of an axis', aScenario('writing_style: { tone: [rude, ""] }')),
  bad('an axis that is a number', aScenario('writing_style: { verbosity: 3 }')),
  bad('a number among the texts of an axis', aScenario('writing_style: { verbosity: [short, 3] }')),
  bad('a text of an axis that is too long', aScenario(`writing_style: { tone: ${'rude '.repeat(50)}}`)),
];
