import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockOf } from '../marked-outputs.js';
import { collectShards, passAll, prepare, type Scene, writeTickets } from './scene.js';

type Step = (scene: Scene) => void | Promise<void>;

const first =
  (...lines: readonly string[]): Step =>
  (scene) =>
    prepare(scene, lines);

const unfinished: Step = async (scene) => {
  const { exitCode, stderr } = await scene.interrupt();
  assert.equal(exitCode, 3, stderr);
};

/** Labels a prompt in a spreadsheet. */
const labelled =
  (id: string): Step =>
  async (scene) => {
    const file = `${id}-labels.csv`;
    await prepare(scene, [`label ${id} --export ${file}`]);
    passAll(join(scene.root, file));
    await prepare(scene, [`label --import ${file} --rater bea`]);
  };

/** What must have happened before exactly this command of a page can do its work. */
const exactly: Readonly<Record<string, Step>> = {
  'compare support-triage': async (scene) => {
    await prepare(scene, ['eval support-triage', 'promote support-triage', 'promote support-triage']);
    scene.commit();
    writeFileSync(join(scene.root, 'prompts/support-triage/prompt.md'), 'Answer {{message}} in one sentence.\n');
  },
  eval: first('trust support --yes'),
  'eval --yes --shard 3/5 --runs /results': first('trust support --yes', 'rubric support --write'),
};

/** What must have happened before a command that begins so. The longest beginning counts. */
const beginnings: Readonly<Record<string, Step>> = {
  calibrate: first('eval support-triage'),
  'calibrate handbook-answers': labelled('handbook-answers'),
  'compare support-triage --model': (scene) =>
    writeFileSync(
      join(scene.root, 'prompts/support-triage/eval.yml'),
      `defaults:
  models:
    - { name: large, model: claude-opus-4-7 }
    - { name: small, model: claude-haiku-4-5-20251001 }
cases:
  - name: tickets
    inputs: { message: "My parcel is late." }
    sample_size: 60
    assert: [{ contains: Step }]
    criteria: { proportion_gte: { proportion: 0.9 } }
`,
    ),
  'compare support-triage support-triage-2': ({ root }) => writeTickets(root),
  'compare support-triage 1f0c2a': first('eval support-triage', 'eval support-triage'),
  'eval --resume': unfinished,
  'eval commit-message --resume': unfinished,
  'eval password-reset --case': (scene) =>
    writeFileSync(
      join(scene.root, 'prompts/password-reset/eval.yml'),
      blockOf('docs/guide/scenarios.md', '# prompts/password-reset/eval.yml'),
    ),
  'import promptfoo': ({ root }) => {
    for (const folder of ['.', 'evals'])
      cpSync('tests/fixtures/from-promptfoo/values', join(root, folder), { recursive: true });
  },
  label: first('eval support-triage'),
  'label --export': () => {},
  'label --import': (scene) => passAll(join(scene.root, 'to-label.csv')),
  'label handbook-answers': first('eval handbook-answers'),
  merge: (scene) => collectShards(scene, 'shards'),
  'merge .eva/runs': (scene) => collectShards(scene, '.eva/runs'),
  'mutate note': first('eval note'),
  'mutate commit-message': first('eval commit-message --replay'),
  'report --case deploy-flap': first('eval page-on-call --replay'),
  'report --failed --slice': first('eval ticket-class --replay'),
  'report --flaky': first('eval ticket-class --replay'),
  'report --item': first('eval ticket-class --replay'),
  'report --group': first('eval order-support --replay'),
  view: first('eval commit-message --replay'),
};

/** Prepares the scene for a command. */
export async function prepareFor(text: string, scene: Scene): Promise<void> {
  const [start = ''] = Object.keys(beginnings)
    .filter((one) => text === one || text.startsWith(`${one} `))
    .sort((a, b) => b.length - a.length);
  await (exactly[text] ?? beginnings[start])?.(scene);
}
