import { appendFileSync } from 'node:fs';
import type { AppFunction } from '#subject/deps.js';
import { testedPackage } from '../../support/tested-package.js';
import { behaviour } from './programs.js';
import { agentChecks, trajectories } from './trajectories.js';
import { conversations, judgedOf } from './world.js';

const { assertions, BehavioralExpectation, CheckExpectation, ScenarioTest, SigmaEval } = (await import(
  new URL('dist/index.js', testedPackage).href
)) as typeof import('eva-harness');

// A program that evaluates each agent as a function, to be killed and started again: `node agent-user.js FOLDER ASKED`. It keeps its runs
// in the folder, and its agents note each turn in the file. It prints what eva made of each agent.
const [folder = '', asked = ''] = process.argv.slice(2);

const sigma = new SigmaEval({
  judge_model: 'claude-haiku-4-5-20251001',
  user_simulator_model: 'claude-opus-4-7',
  runs: folder,
});

const results = [];
for (const { title, turns } of trajectories) {
  const scenario = ScenarioTest({
    title,
    given: 'A customer of Acme wants order 7 refunded.',
    when: 'They ask for it.',
    sample_size: conversations,
    stop_early: false,
    max_turns: 3,
    then: [
      CheckExpectation({
        assert: agentChecks as never,
        criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
      }),
      BehavioralExpectation({
        ...behaviour,
        criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.5 }),
      }),
    ],
  });
  const agent = (messages: readonly { readonly content: string }[]) => {
    const turn = (messages.length - 1) / 2;
    appendFileSync(asked, `${/\(conversation (\d+)\)/.exec(messages[0]?.content ?? '')?.[1]}.${turn}\n`);
    return turns[turn];
  };
  const { expectation_results, conversations: held } = await sigma.evaluate(scenario, agent as AppFunction);
  results.push({
    verdicts: expectation_results.map(({ outcome }) => outcome),
    judged: held.map(({ details }) => judgedOf(details.scores)),
  });
}
process.stdout.write(JSON.stringify(results));
