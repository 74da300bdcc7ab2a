import { type NamedProgram, watchPrograms } from '#library/programs.js';
import { mediaReader } from '#library/prompt/media.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { withoutBuiltIn } from '#model/reply/price.js';
import { maxSourceRuns } from '#model/reply/reply-sources.js';
import type { Notify } from '#model/run/notice.js';
import { redactor } from '#model/text/redact.js';
import { version } from '#model/version.js';
import { ModuleRunner } from '#provider/process/module-runner.js';
import { namedVariables, programEnvironment } from '#provider/process/start-program.js';
import { applicationSecrets, keyVariables } from '#provider/secrets.js';
import { createJournal, type Journal } from '#store/run/journal.js';
import { createRunFolder, lockRun, writePlan, writeRunPrices } from '#store/run/run-folder.js';
import { NewRunNames } from '#store/run/run-names.js';
import { appIdentity, appVariables, decidesCost } from '../plan/evidence.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunDeps } from '../run.js';
import type { Ends } from './ends.js';

export interface RunClock {
  readonly now: () => Date;
  /** Returns seconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** Returns random bytes as hexadecimal digits. */
  readonly random: (bytes: number) => string;
}

interface RunSurroundings {
  readonly config: LibraryConfig;
  readonly cases: readonly Case[];
  /** The programs of the library, which must not change during the run. */
  readonly programs: readonly NamedProgram[];
  /** Absolute path of the library. */
  readonly root: string;
  /** Absolute paths of other versions of the library, for the files of messages. */
  readonly versionRoots?: readonly string[] | undefined;
  /** Absolute path of the directory in which programs of cases run. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: RunClock;
}

/** Makes the dependencies that all runs share, whether their cases come from files or from a program. */
export function commonDeps(
  { config, cases, programs, root, versionRoots, dir, env, clock }: RunSurroundings,
  ends: Ends,
): Omit<RunDeps, 'ask' | 'repliesGiven' | 'route' | 'runId' | 'seat' | 'failFast' | 'emit'> {
  const keys = keyVariables(config.providers);
  const ofPrograms = programEnvironment(env, keys);
  const given = programs.some(({ kind }) => kind !== 'base_url')
    ? { ...ofPrograms, ...namedVariables(env, appVariables(cases)) }
    : {};
  return {
    variables: Object.keys(given)
      .filter((name) => name.startsWith('EVA_'))
      .sort()
      .slice(0, maxSourceRuns),
    nonce: () => clock.random(16),
    programEnv: ofPrograms,
    modules: new ModuleRunner({ cwd: dir, env: ofPrograms }),
    appEnv: (names) => namedVariables(env, names),
    appIdentity: (argv) => appIdentity(argv, programs),
    requireUnchanged: watchPrograms(programs),
    readMedia: mediaReader(root, versionRoots),
    startedApps: new Set(),
    redact: redactor(applicationSecrets(env, keys, appVariables(cases))),
    promptDir: dir,
    ...ends,
    now: clock.now,
    elapsed: clock.elapsed,
    evaVersion: version,
    prices: config.prices,
    replayPrices: cases.some(decidesCost) ? config.prices : withoutBuiltIn(config.prices),
  };
}

/** The folder of a run that this process holds, with its journal. */
export interface RunPlace {
  readonly runId: string;
  readonly dir: string;
  readonly journal: Journal;
  /** True if an earlier process began the run. */
  readonly isResumed: boolean;
  readonly release: () => void;
}

/**
 * Makes the folder of a new run: its lock, an empty journal, what `begin` adds, and last its plan, so that every run with a plan can be resumed.
 * Throws EVA_DISK.
 */
export async function newRunPlace(
  { root, plan, config }: Pick<OpenPrompt, 'root' | 'plan' | 'config'>,
  notify: Notify,
  names = new NewRunNames(root),
  begin: (place: Pick<RunPlace, 'dir' | 'journal'>) => void = () => {},
): Promise<RunPlace> {
  const runId = names.next();
  const dir = createRunFolder(root, runId);
  const lock = lockRun(dir, runId, (takeover) => notify({ event: 'lock_taken_over', ...takeover }));
  try {
    const journal = createJournal(dir, { run_id: runId, id: plan.id, eva_version: version });
    writeRunPrices(dir, config.prices);
    begin({ dir, journal });
    await writePlan(dir, plan);
    return { runId, dir, journal, isResumed: false, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
