import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { prepareFor } from './commands/before.js';
import { commandsOf, type DocCommand, pages } from './commands/doc-commands.js';
import { openScene, type Scene } from './commands/scene.js';

/** Pages whose commands another test runs in their order, with the files that the page writes between them. */
const ranElsewhere: Readonly<Record<string, string>> = {
  'docs/guide/agents.md': 'tests/docs/agents-guide.slow.test.ts',
  'docs/guide/tutorial.md': 'tests/docs/follow-tutorial.ts',
  'docs/guide/from-promptfoo.md': 'tests/docs/promptfoo-guide.test.ts',
};

/** Returns the arguments of a command with the runs, folders and variables of the scene. */
function inScene(args: readonly string[], scene: Scene): readonly string[] {
  return args.map((word) => {
    if (word === '1f0c2a') return scene.runName(1);
    if (/(^|-)(4f3a9c|7d7a9d)$/.test(word)) return scene.runName();
    return word
      .replace('$BASE', 'main')
      .replace('${{matrix.shard}}', '2')
      .replace(/^\/results$/, 'shards');
  });
}

/** Returns the line that somebody types at the command; undefined where nobody is asked. */
function typedAt([command, ...rest]: readonly string[]): string | undefined {
  if (command === 'label' && !rest.includes('--export') && !rest.includes('--import')) return 'q';
  if (command === 'trust' && !rest.includes('--yes')) return 'y';
  return command === 'eval' && rest.length === 0 ? 'n' : undefined;
}

/** The number of the job among five, as GitLab gives it. */
const job = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '5' };

/** Runs a command of a page after what must come before it. Returns what it printed if it did not do its work. */
async function failureOf({ page, line, args, env, text }: DocCommand, scene: Scene): Promise<readonly string[]> {
  if (args[0] === 'init') scene.leave();
  await prepareFor(args.join(' '), scene);
  const isWaiting = args[0] === 'view' || args.includes('--watch');
  const isOneJob = args.some((word) => word.startsWith('auto'));
  const words = inScene(args, scene);
  const ran = isWaiting
    ? await scene.runUntilCtrlC(words)
    : await scene.run(words, { ...env, ...(isOneJob && job) }, typedAt(args));
  // Exit code 3 of label: answers are left. Somebody who types q leaves them.
  const isLeft = (args[0] === 'label' && ran.exitCode === 3) || (isWaiting && ran.exitCode === 130);
  const isDone = ran.exitCode <= 1 || isLeft;
  return isDone ? [] : [`${page}:${line} ${text} ends with ${ran.exitCode}\n${ran.stdout}${ran.stderr}`];
}

for (const page of pages) {
  const commands = commandsOf(page);
  if (commands.length === 0 || page in ranElsewhere) continue;
  test(`every command in the code of ${page} does its work`, async (t) => {
    const scene = await openScene(t);
    const failures: string[] = [];
    let block = 0;
    for (const command of commands) {
      if (command.block !== block) scene.enter();
      ({ block } = command);
      failures.push(...(await failureOf(command, scene)));
    }
    assert.deepEqual(failures, []);
  });
}

test('the tests that run the commands of the other pages are there', () => {
  for (const [page, file] of Object.entries(ranElsewhere)) {
    assert.ok(commandsOf(page).length > 0, page);
    assert.ok(existsSync(file) && readFileSync(file, 'utf8').includes(`'${page}'`), `${file} runs ${page}`);
  }
});
