import test from 'node:test';
import { assertKillsLoseNothing } from './killed-runs.js';

test('a run that is killed loses no reply, asks for none again, and decides as if nothing had been', () =>
  assertKillsLoseNothing(1, 'kill'));
