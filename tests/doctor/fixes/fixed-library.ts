import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fixLibrary } from '#doctor/fixes/fix-library.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { doctorEnv } from '../doctor-env.js';

/** A library before a fix. */
export interface Broken {
  readonly files: Files;
  readonly ids?: readonly string[];
}

/** Runs every fix on the good library with these files, and returns a reader of the files after that. */
export function fixedLibrary(t: TestContext, { files, ids = [] }: Broken) {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const options = { root, env: doctorEnv(root), ids, strict: false, now: new Date('2026-11-21T12:00:00Z') };
  const run = () => fixLibrary(options);
  return { root, run, textOf: (file: string) => readFileSync(join(root, file), 'utf8'), ...run() };
}
