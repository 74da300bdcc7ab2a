import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

/** The launcher of this checkout. */
export const eva = fileURLToPath(new URL('../../bin/eva.js', import.meta.url));

/** Writes a library with the prompt `diff`, whose body asks to change the input `code`; its eval.yml and eva.yml as data. */
export function writeLibrary(root, { evaluation, config = {} }) {
  const files = {
    'eva.yml': stringify(config),
    'prompts/diff/meta.yml': meta,
    'prompts/diff/prompt.xml': '<task>Change {{code}} and nothing else.</task>\n',
    'prompts/diff/eval.yml': stringify(evaluation),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** One case with one check, that many trials of it, and no early end. */
export function manyTrials(sample_size) {
  return {
    defaults: { model: 'claude-bench', sample_size, stop_early: false },
    cases: [{ name: 'happy', inputs: { code: 'x = 1' }, assert: [{ contains: '<diff>' }] }],
  };
}

const meta = `id: diff
title: Surgical diff
summary: Changes what was asked for and nothing else.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
inputs:
  - name: code
    required: true
`;
