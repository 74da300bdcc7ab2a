import test from 'node:test';
import { assertKillsLoseNothing } from './killed-library.js';

test('a program that is killed requests no reply of its journal again, and decides as if it had never been killed', (t) =>
  assertKillsLoseNothing(t, 1, 1));
