import { versions } from 'node:process';
import { type DoctorReport, runDoctor } from '#doctor/run-doctor.js';
import { variableWithoutKey } from '#engine/replies/liveness.js';
import { EvaError } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { renderDoctor } from '#report/commands/doctor.js';
import { jsonResult } from '#report/json.js';
import type { Io } from '../io.js';
import { openCommand, promptsOf, userOf } from '../open-command.js';
import { optimizeLess } from '../v8-settings.js';

export interface DoctorOptions {
  readonly root?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Runs `eva doctor [id…]`: checks the library without calling a model. Returns 0, or 1 if there is an error; warnings do not count. */
export async function doctorCommand(words: readonly string[], options: DoctorOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const { ids, problems } = promptsOf(words, root, io);
  if (problems.length > 0) throw new EvaError(problems);
  await optimizeLess(ids.length || listPromptIds(root).length);
  const report = diagnose(root, ids, options, io);
  terminal.out(options.json ? jsonResult(report) : renderDoctor(report, terminal));
  return report.errors > 0 ? 1 : 0;
}

/** Runs doctor on these prompts. */
export function diagnose(root: string, ids: readonly string[], options: DoctorOptions, io: Io): DoctorReport {
  return runDoctor({
    root,
    ids: [...new Set(ids)],
    strict: options.strict === true,
    now: new Date(),
    env: {
      nodeVersion: versions.node,
      missingKey: (model, config) => variableWithoutKey(model, config, io.env),
      user: userOf(io),
    },
  });
}
