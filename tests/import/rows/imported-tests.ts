import type { TestContext } from 'node:test';
import { openLedger } from '#import/finding.js';
import { openConfigFolder } from '#import/folder.js';
import type { VarValue } from '#import/imported.js';
import { readConfig } from '#import/reading/read-config.js';
import { readTests } from '#import/rows/read-tests.js';
import type { JsonValue } from '#model/data/json.js';
import { type Files, tempLibrary } from '../../support/temp-library.js';

function shown(value: VarValue | undefined): JsonValue {
  if (!value) return '';
  return value.kind === 'media' ? `file ${value.file}` : value.value;
}

/** Reads the tests of a configuration; returns them, their variables, and the findings as `effect kind file:line what: reason`. */
export function importedTests(t: TestContext, text: string, files: Files = {}) {
  const file = 'promptfooconfig.yaml';
  const ledger = openLedger();
  const folder = openConfigFolder(tempLibrary(t, { [file]: `prompts: [hi]\nproviders: [echo]\n${text}`, ...files }));
  const config = readConfig(folder, file, ledger);
  const tests = config ? readTests(config, { folder, ledger }) : [];
  const findings = ledger
    .all()
    .map(({ effect, kind, at, what, reason }) => `${effect} ${kind} ${at.file}:${at.line} ${what}: ${reason}`);
  const vars = tests.map((one) =>
    Object.fromEntries(Object.entries(one.vars).map(([name, value]) => [name, shown(value)])),
  );
  return { tests, vars, findings };
}
