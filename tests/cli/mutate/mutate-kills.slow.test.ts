import test from 'node:test';
import { assertKillsLoseNothing } from './killed-mutation.js';

test('a mutation run that is killed at 24 moments asks for no reply again, and reports as if it had never been killed', (t) =>
  assertKillsLoseNothing(t, 6, 4));
