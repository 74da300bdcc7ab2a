import type { TestContext } from 'node:test';
import { tenLevels } from '../../support/conversation-api.js';
import { scenarioLibrary } from '../../support/scenario-library.js';
import { agentChecks, trajectories } from './trajectories.js';
import { conversations } from './world.js';

/** The name of a script that no other process has in its command line. */
export const agentScript = `agent-${process.pid}.cjs`;

/** A program that plays a trajectory, and notes each turn before it answers. */
const agent = `const { appendFileSync, readFileSync } = require('node:fs');
const turns = JSON.parse(readFileSync('trajectories.json', 'utf8'))[Number(process.argv[2])];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { messages } = JSON.parse(line);
  const turn = (messages.length - 1) / 2;
  const [, conversation] = /\\(conversation (\\d+)\\)/.exec(messages[0].content);
  appendFileSync('asked', conversation + '.' + turn + '\\n');
  process.stdout.write(JSON.stringify(turns[turn]) + '\\n');
});
`;

/** What is expected of every agent. */
export const behaviour = { expected_behavior: 'The application is friendly.', rubric: levels() };

function levels(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(tenLevels).map((text, index) => [String(index + 1), text]));
}

/** The file in which the agents of a library note what they are asked. */
export const askedFile = 'prompts/bot/asked';

/** Makes a library with one scenario for each trajectory. Its agents are programs. */
export function agentLibrary(t: TestContext): string {
  const scenarios = trajectories.map(({ title }, index) => ({
    title,
    // Equal requests share a reply, also those of two scenarios: each has users of its own.
    given: `A customer of {{product}} wants order 7 refunded by agent ${index}.`,
    when: 'They ask for it.',
    inputs: { product: 'Acme' },
    sample_size: conversations,
    stop_early: false,
    max_turns: 3,
    app: { command: [process.execPath, agentScript, String(index)] },
    user_simulator: { model: 'claude-opus-4-7' },
    judge: { model: 'claude-haiku-4-5-20251001' },
    then: [
      { assert: agentChecks, criteria: { proportion_gte: { proportion: 0.5 } } },
      { ...behaviour, criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } } },
    ],
  }));
  return scenarioLibrary(
    t,
    {},
    {
      'prompts/bot/eval.yml': JSON.stringify({ scenarios }),
      [`prompts/bot/${agentScript}`]: agent,
      'prompts/bot/trajectories.json': JSON.stringify(trajectories.map(({ turns }) => turns)),
    },
  );
}
