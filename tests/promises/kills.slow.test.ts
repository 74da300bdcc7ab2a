import test from 'node:test';
import { assertKillsLoseNothing } from './killed-runs.js';

test('runs that are killed at any moment lose no reply, ask for none again, and decide as if nothing had been', () =>
  assertKillsLoseNothing(6, 'kills'));
