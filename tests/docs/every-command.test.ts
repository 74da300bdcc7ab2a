import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { commandsOf, pages } from './commands/doc-commands.js';
import { longPages, testCommandsOf } from './commands/test-commands.js';

/** Pages whose commands another test runs in their order, with the files that the page writes between them. */
const ranElsewhere: Readonly<Record<string, string>> = {
  'docs/guide/agents.md': 'tests/docs/agents-guide.slow.test.ts',
  'docs/guide/tutorial.md': 'tests/docs/follow-tutorial.ts',
  'docs/guide/first-prompt.md': 'tests/docs/draft-to-ready.test.ts',
  'docs/guide/from-openai-evals.md': 'tests/docs/openai-evals-guide.test.ts',
  'docs/guide/from-promptfoo.md': 'tests/docs/promptfoo-guide.test.ts',
};

for (const page of pages) {
  if (!(page in ranElsewhere) && !longPages.includes(page)) testCommandsOf(page);
}

test('the tests that run the commands of the other pages are there', () => {
  for (const [page, file] of Object.entries(ranElsewhere)) {
    assert.ok(commandsOf(page).length > 0, page);
    assert.ok(existsSync(file) && readFileSync(file, 'utf8').includes(`'${page}'`), `${file} runs ${page}`);
  }
});
