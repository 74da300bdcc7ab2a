import assert from 'node:assert/strict';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { datasetThemes } from '../bad-input/datasets/index.js';

/** Returns the first lines of the problems in an output. Plans warn of too few items, which a run refuses. */
function firstLines(said: string): readonly string[] {
  const blocks = said.trimEnd().split('\n\n');
  const problems = blocks.filter((block) => !/^\d+ (problem|warning)/.test(block) && !/EVA_UNDERPOWERED/.test(block));
  return problems.map((block) => block.split('\n')[0] ?? '');
}

/** Large files take seconds for each of three commands, and say nothing else here than small ones. */
const themes = Object.entries(datasetThemes).filter(([theme]) => !theme.endsWith('sizes'));

for (const [theme, fixtures] of themes) {
  test(`${theme}: doctor and plan report the problems that a run reports`, async (t) => {
    for (const { mistake, files, argv } of fixtures.filter((one) => one.argv.join(' ') === 'eval diff')) {
      const cwd = tempLibrary(t, { ...goodPrompt(), ...files });
      const expected = firstLines((await runEva(argv, { cwd })).stderr);
      const plan = await runEva(['plan', 'diff'], { cwd });
      const doctor = await runEva(['doctor', 'diff'], { cwd });
      assert.deepEqual([plan.exitCode, doctor.exitCode], [2, 1], mistake);
      for (const { stdout, stderr } of [plan, doctor]) {
        const lacking = expected.filter((line) => !`${stdout}${stderr}`.includes(line));
        assert.deepEqual(lacking, [], mistake);
      }
    }
  });
}
