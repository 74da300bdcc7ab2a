import test from 'node:test';
import { functions } from './doors.js';
import { assertJudged } from './judged-agents.js';
import { trajectories } from './trajectories.js';

test(`${trajectories.length} agents that are functions, right and wrong, get the verdicts that were computed by hand`, (t) =>
  assertJudged(t, functions));
