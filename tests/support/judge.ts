import type { JudgeSettings } from '#model/settings.js';

/** The settings of a judge with one vote and a scale from 1 to 5. */
export const judge: JudgeSettings = {
  model: 'judge-1',
  timeout_s: 30,
  max_tokens: 512,
  scale: { min: 1, max: 5 },
  pass_threshold: 4,
  votes: 1,
};
