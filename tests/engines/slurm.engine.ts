import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { allCalls, comparable, concurrency, machines, rowsOfOne } from '../support/recipe-machines.js';
import { rowsIn } from '../support/rows-in.js';

/** Starts Slurm on loopback, with one node of five places, until the test ends. Returns the path of its configuration. */
async function startSlurm(t: TestContext): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'eva-slurm-'));
  chmodSync(home, 0o755);
  const children: ChildProcess[] = [];
  const start = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, SLURM_CONF: config } });
    children.push(child);
  };
  t.after(async () => {
    for (const child of children.reverse()) child.kill('SIGKILL');
    await wait(500);
    rmSync(home, { recursive: true, force: true });
  });
  const config = join(home, 'slurm.conf');
  for (const folder of ['munge', 'state', 'spool']) mkdirSync(join(home, folder), { mode: 0o755 });
  const munge = (name: string) => join(home, 'munge', name);
  writeFileSync(munge('key'), Buffer.alloc(128, 'a key of a test'), { mode: 0o400 });
  const node = hostname().split('.')[0] ?? 'localhost';
  writeFileSync(
    config,
    `ClusterName=eva
SlurmctldHost=${node}(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=${munge('socket')}
StateSaveLocation=${join(home, 'state')}
SlurmdSpoolDir=${join(home, 'spool')}
SlurmctldPidFile=${join(home, 'slurmctld.pid')}
SlurmdPidFile=${join(home, 'slurmd.pid')}
SlurmctldLogFile=${join(home, 'slurmctld.log')}
SlurmdLogFile=${join(home, 'slurmd.log')}
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
ReturnToService=2
NodeName=${node} NodeAddr=127.0.0.1 CPUs=5 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
  );
  const named = ['socket', 'key', 'pid', 'log', 'seed'].map((name) => {
    const flag = name === 'socket' ? '--socket' : name === 'pid' ? '--pid-file' : `--${name}-file`;
    return `${flag}=${munge(name)}`;
  });
  start('munged', ['--foreground', '--force', ...named]);
  while (!existsSync(munge('socket'))) await wait(100);
  start('slurmctld', ['-D', '-f', config]);
  start('slurmd', ['-D', '-f', config, '-N', node]);
  const isReady = () => {
    try {
      const state = execFileSync('sinfo', ['-h', '-o', '%T'], {
        env: { ...process.env, SLURM_CONF: config },
        stdio: 'pipe',
      });
      return state.toString().trim() === 'idle';
    } catch {
      return false;
    }
  };
  while (!isReady()) await wait(200);
  return config;
}

test('Slurm: k of 5 tasks are killed at random moments, and the row is that of one machine', async (t) => {
  const SLURM_CONF = await startSlurm(t);
  const own = await machines(t);
  const expected = await rowsOfOne(own);
  for (const kills of [0, 1, 2, 3, 4, 5]) {
    const before = own.server.requests.length;
    const moments = Array.from({ length: kills }, () => 1 + Math.floor(Math.random() * 80)).sort((a, b) => a - b);
    const root = own.machine();
    cpSync('examples/ci/slurm', root, { recursive: true });
    const script = 'npm ci; ./submit.sh; while [ -n "$(squeue -h)" ]; do sleep 0.3; done; cat slurm-*.out >&2';
    const { exitCode, stderr } = await own.run(script, root, { SLURM_CONF, EVA_PAUSE: '0' }, moments);
    const calls = own.server.requests.length - before;
    t.diagnostic(`killed after ${moments.join(', ') || 'no'} calls: ${calls} calls, all are ${allCalls}`);
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(rowsIn(root).map(comparable), expected, stderr);
    assert.ok(calls <= allCalls + kills * concurrency, stderr);
  }
});
