import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';
import { expectedOf, fixtureNames, fixtureRoot } from './fixture-configs.js';
import { filesIn, freshFolder, textOf } from './imported-library.js';

/** The configurations whose golden texts show IMPORT.md, which says what is printed too, and what to do next. */
const withDocument = ['01-ticket-labels', '13-code-checks', '19-odd-assertions'];

/** The configuration whose golden text shows the helpers of written code; the others name them. */
const withHelpers = '13-code-checks';

/** Matches a function that written code does not export, with its comment. */
const helper = /^(?:\/\*\*.*\*\/\n)?(?:async )?function (\w+)\([\s\S]*?^}\n/gm;

/** Returns every file of a library, under a line with its path; a file of one line beside its path. */
function treeText(library: string, name: string): string {
  const paths = filesIn(library).filter((path) => !path.endsWith('IMPORT.md') || withDocument.includes(name));
  return paths
    .map((path) => {
      const text = withEnd(textOf(join(library, path)));
      if (text.split('\n').length === 2) return `──── ${path}: ${text}`;
      if (name === withHelpers) return `──── ${path}\n${text}\n`;
      return `──── ${path}\n${path.endsWith('checks.py') ? '…\n' : text.replace(helper, 'function $1 …\n')}\n`;
    })
    .join('')
    .trimEnd();
}

/** Returns a text whose end is shown if it is no line end. */
function withEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}⏎\n`;
}

for (const name of fixtureNames) {
  const { outcome, with_model_outcome } = expectedOf(name);
  const flags = outcome === 'not' && with_model_outcome !== 'not' ? ['--model', 'claude-opus-4-7'] : [];
  test(`${name} gives the golden library`, async (t) => {
    const library = freshFolder(t);
    const cwd = dirname(library);
    cpSync(join(fixtureRoot, name), join(cwd, name), { recursive: true });
    const { stdout, stderr } = await runEva(['import', 'promptfoo', name, '--into', 'library', ...flags], { cwd });
    assert.equal(stderr, '');
    const printed = withDocument.includes(name) ? stdout : stdout.replace(/^ next:\n(?: {3}.*\n)*/m, '');
    matchesGolden(`import/promptfoo/${name}`, `──── printed\n${printed.trim()}\n\n${treeText(library, name)}\n`);
  });
}
