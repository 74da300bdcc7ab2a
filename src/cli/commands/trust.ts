import { createInterface } from 'node:readline';
import { EvaError, problem } from '#errors.js';
import { type NamedProgram, namedPrograms } from '#library/programs.js';
import { listPromptIds } from '#library/prompts.js';
import { findRoot } from '#library/root.js';
import { isTrusted, recordTrust } from '#lifecycle/trust.js';
import { loadConfig } from '#load/config.js';
import { jsonResult } from '#report/json.js';
import { renderTrust } from '#report/trust.js';
import type { Io } from '../io.js';
import { openPrompt } from '../open-prompt.js';
import { openTerminal } from '../terminal.js';
import { openTrustStore } from '../trust-store.js';

export interface TrustOptions {
  readonly root?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `eva trust [id]`: shows the programs that a library names and, if the user agrees, lets them run as they are now. Returns 0, or 1 if they were left untrusted. */
export async function trustCommand(id: string | undefined, options: TrustOptions, io: Io): Promise<number> {
  const terminal = await openTerminal(io);
  const root = findRoot({ flag: options.root, env: io.env, cwd: io.cwd() });
  const store = openTrustStore(io, root);
  const programs = programsOf(root, id);
  const views = programs.map((program) => ({ ...program, trusted: isTrusted(store, root, program) }));
  const untrusted = programs.filter((program) => !isTrusted(store, root, program));
  terminal.out(options.json ? jsonResult(views) : renderTrust(views, terminal));
  if (untrusted.length === 0) return 0;
  if (!options.yes && !(await isAgreed(untrusted.length, io))) {
    terminal.err('nothing was recorded\n');
    return 1;
  }
  recordTrust(store, root, untrusted, new Date());
  terminal.err(`trusted; recorded in ${store.file}\n`);
  return 0;
}

/** The programs of one prompt or of all, and those of eva.yml, each once. */
function programsOf(root: string, id: string | undefined): readonly NamedProgram[] {
  const ids = id === undefined ? listPromptIds(root) : [id];
  const config = loadConfig(root);
  if (!config.value) throw new EvaError(config.problems);
  const all = [
    ...ids.flatMap((one) => openPrompt(root, one).programs),
    ...namedPrograms(root, null, [], config.value.config),
  ];
  return [...new Map(all.map((program) => [JSON.stringify(program), program])).values()];
}

async function isAgreed(count: number, io: Io): Promise<boolean> {
  if (io.stdin.isTTY !== true) {
    const hint = 'run it in a terminal, or with --yes once you have looked';
    throw new EvaError([
      problem('EVA_TRUST_UNANSWERED', 'eva trust asks before it records, and nobody can answer here', { hint }),
    ]);
  }
  const asking = createInterface({ input: io.stdin, output: io.stderr });
  const question = count === 1 ? 'Let it run? [y/N] ' : `Let these ${count} run? [y/N] `;
  const answer = await new Promise<string>((resolve) => {
    asking.question(question, resolve);
    asking.once('close', () => resolve(''));
  });
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
