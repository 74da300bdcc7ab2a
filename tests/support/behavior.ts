import type { Case } from '#model/case.js';
import type { BehaviorSpec, Grader } from '#model/grader.js';
import type { Trial, TrialTurn } from '#model/run/trial.js';

/** Levels for each score from 1 to 10. */
export const tenLevels = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [String(index + 1), `Keeps to ${index + 1} of the ten steps.`]),
);

/** A behaviour on a scale from 1 to 10, judged once, with its rubric. */
export const stepByStep: BehaviorSpec = {
  text: 'The bot gives step-by-step instructions.',
  judge: { model: 'judge-1', timeout_s: 30, max_tokens: 512, scale: { min: 1, max: 10 }, votes: 1 },
  rubric: tenLevels,
};

/** A scenario on a lost password. */
export function scenarioWith(...graders: readonly Grader[]): Case {
  const settings = { model: 'app-1', timeout_s: 60, max_tokens: 100 };
  return {
    name: 'Bot resets a password',
    subject: {
      kind: 'conversation',
      given: 'A user who lost a password.',
      when: 'The user asks for a new one.',
      inputs: {},
      max_turns: 5,
      app: { app: 'model', settings },
      user_simulator: { ...settings, model: 'user-1' },
      writing_style: null,
      seed: 0,
    },
    sample_size: 10,
    sequential: false,
    stop_early: true,
    expectations: graders.map((grader, index) => ({ about: `expectation ${index + 1}`, grader, criteria: [] })),
  };
}

/** Makes a finished conversation of pairs of message and response. */
export function conversationOf(...pairs: readonly (readonly [string, string])[]): Trial {
  return {
    case: 'Bot resets a password',
    index: 4,
    turns: pairs.map(
      ([user_message, app_response]): TrialTurn => ({ user_message, app_response, latency: 1, details: {} }),
    ),
    started_at: '2026-01-02T03:04:05.000Z',
    duration_s: 2,
    conversation: { style: null, ended: 'goal_met' },
    outcome: 'finished',
  };
}
