import assert from 'node:assert/strict';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { judgedFixtures } from './fixture-configs.js';
import { importFixture } from './imported-library.js';
import { type Named, startStandIn, type Verdicts, verdictsOf } from './stand-in.js';

interface RunReport {
  readonly cases: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly trials: readonly {
      readonly item?: string;
      readonly turns: readonly { readonly user_message: string }[];
    }[];
    readonly scores: readonly { readonly trial: number; readonly value: number | null }[];
  }[];
}

/** A case, or an item of a data set, after a run. */
interface Judged {
  readonly name: string;
  readonly sent: string;
  readonly passed: boolean;
}

function judgedIn({ cases }: RunReport, areItems: boolean): readonly Judged[] {
  return cases.flatMap(({ name, passed, trials, scores }) =>
    trials.map(({ item, turns }, index): Judged => {
      const sent = turns.map(({ user_message }) => user_message).join('\n');
      if (!areItems) return { name, sent, passed };
      const own = scores.filter(({ trial }) => trial === index);
      return { name: `${name} ${item}`, sent, passed: own.length > 0 && own.every(({ value }) => value === 1) };
    }),
  );
}

/** Returns the one that a name or texts mean. */
function meant(named: Named, judged: readonly Judged[]): Judged {
  const fits = ({ name, sent }: Judged) =>
    typeof named === 'string' ? name.includes(named) : named.sent.every((text) => sent.includes(text));
  const found = judged.filter(fits);
  assert.equal(found.length, 1, `${JSON.stringify(named)} names one of: ${judged.map(({ name }) => name).join(', ')}`);
  return found[0] as Judged;
}

function holdsVerdicts({ passed, failed, sent = [] }: Verdicts, judged: readonly Judged[]): void {
  const wanted = [...passed.map((one) => [one, true] as const), ...failed.map((one) => [one, false] as const)];
  const found = wanted.map(([named]) => [named, meant(named, judged).passed]);
  assert.deepEqual(found, wanted);
  assert.equal(new Set(wanted.map(([named]) => meant(named, judged))).size, judged.length);
  for (const { case: name, has } of sent) {
    const text = meant(name, judged).sent;
    assert.ok(text.includes(has), `${name} was sent ${has}, and not: ${text}`);
  }
}

for (const name of judgedFixtures) {
  const verdicts = verdictsOf(name);
  test(`the library of ${name} gives the verdicts that were computed by hand`, async (t) => {
    const { library } = await importFixture(t, name);
    const env = await startStandIn(t, verdicts);
    const trusted = await runEva(['trust', '--yes'], { cwd: library, env });
    assert.equal(trusted.exitCode, 0, trusted.stderr);
    const { exitCode, stdout, stderr } = await runEva(['eval', '--yes', '--json'], { cwd: library, env });
    assert.equal(exitCode, verdicts.failed.length > 0 ? 1 : 0, stderr);
    const runs = JSON.parse(stdout) as readonly RunReport[];
    holdsVerdicts(
      verdicts,
      runs.flatMap((run) => judgedIn(run, verdicts.items === true)),
    );
  });
}
