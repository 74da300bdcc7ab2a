import type { Files } from '../../../support/temp-library.js';
import { aCheck, type BadInput, bad, evalFile } from '../fixture.js';

const script = { 'prompts/diff/check.sh': 'exit 0\n' };
const commands = (...lines: readonly string[]) => aCheck(...lines.map((line) => `command: [${line}]`));
const app = (command: string): Files =>
  evalFile(
    `defaults: { model: claude-opus-4-7 }\nscenarios:\n  - title: asks\n    given: A developer.\n    when: They ask.\n    inputs: { code: x }\n    sample_size: 20\n    app: { command: [${command}] }\n    then: [{ metric: per_conversation.turn_count, criteria: { median_lt: { threshold: 3 } } }]\n`,
  );
const unknown = (mistake: string, files: Files): BadInput => ({ ...bad(mistake, files), exitCode: 3 });

/** Programs of checks and applications that do not exist or cannot be executed. */
export const missingProgramsOfCases: readonly BadInput[] = [
  bad('a misspelt script', { ...commands('sh, chek.sh'), ...script }),
  bad('an application that is not there', app('node, bot.mjs')),
  unknown('a script without ./', { ...commands('check.sh'), ...script }),
  unknown('a program outside the library', commands('/no/such/program, --strict')),
  unknown('a check that is not executable', { ...commands("'./my check'"), 'prompts/diff/my check': 'exit 0\n' }),
  unknown('a check that is a directory', { ...commands('./checks'), 'prompts/diff/checks/a.sh': 'exit 0\n' }),
];
