import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { startCommandLine } from './bad-input/start/command-line.js';

/** Returns the command lines of a hint, without what the shell does with the output; none if the hint is no line. */
function linesIn(stderr: string): readonly string[] {
  const [, hint = ''] = /(?:did you mean|for example): ([\s\S]*?)\s+EVA_USAGE/.exec(stderr) ?? [];
  const lines = hint.replace(/\s+/g, ' ').split(' && ');
  return lines.map((line) => line.replace(/ > [\w./-]+$/, '')).filter((line) => line !== '');
}

/** Splits a line into words as a shell does, if it has no other quotes than single ones. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g), ([word]) => word.replaceAll("'", ''));
}

/** Matches messages of the parser, and of prompts that do not exist. */
const ofTheCommandLine =
  /^(unknown (option|command)|too many arguments|missing required|option '|'.*' is not one of|no prompt is named)|EVA_UNKNOWN_PROMPT|EVA_BAD_ID/m;

/** Mistakes that no line can correct. */
const withoutLine = ['--repeat', '-n for', '-j for', 'without its value', 'means nothing', '--live'];

for (const { mistake, argv, files } of startCommandLine) {
  test(`${mistake}: the line in the hint works when it is typed`, async (t) => {
    const cwd = tempLibrary(t, { ...goodPrompt(), ...files });
    const lines = linesIn((await runEva(argv, { cwd })).stderr);
    assert.equal(
      lines.length === 0,
      withoutLine.some((words) => mistake.includes(words)),
    );
    for (const line of lines) {
      const [eva, ...words] = wordsOf(line);
      assert.equal(eva, 'eva');
      const { stderr } = await runEva(words, { cwd });
      assert.doesNotMatch(stderr, ofTheCommandLine, line);
    }
  });
}
