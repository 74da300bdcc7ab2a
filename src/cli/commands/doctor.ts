import { versions } from 'node:process';
import { countFixable, fixLibrary } from '#doctor/fixes/fix-library.js';
import { type DoctorOptions as DoctorQuestion, type DoctorReport, runDoctor } from '#doctor/run-doctor.js';
import { envFileIn } from '#library/root.js';
import { EvaError } from '#model/problem.js';
import { renderDoctor } from '#report/commands/doctor.js';
import { jsonResult } from '#report/formats/json-result.js';
import { reasonsUnreachable, similarVariable, variableWithoutKey } from '#run/replies/liveness.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand, promptsOfLibrary, userOf } from '../open-command.js';

export interface DoctorFlags extends CommonFlags {
  readonly strict?: boolean;
  readonly fix?: boolean;
}

/** Runs `eva doctor [id…]`: checks the library without calling a model. Returns 0, or 1 if there is an error; warnings do not count. */
export async function doctorCommand(words: readonly string[], options: DoctorFlags, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal, root } = place;
  const { ids, problems } = promptsOfLibrary(words, place);
  if (problems.length > 0) throw new EvaError(problems);
  const { report, ...changes } = options.fix
    ? await fixLibrary(questionOf(root, ids, options, io))
    : await withFixable(diagnose(root, ids, options, io), root, ids);
  terminal.out(
    options.json ? jsonResult({ ...report, ...changes }) : renderDoctor({ ...report, ...changes }, terminal),
  );
  return report.errors > 0 ? 1 : 0;
}

/** Adds the number of problems that `--fix` can remove, if there are any. */
async function withFixable(
  report: DoctorReport,
  root: string,
  ids: readonly string[],
): Promise<{ readonly report: DoctorReport; readonly fixable?: number }> {
  if (report.errors + report.warnings === 0) return { report };
  const fixable = countFixable(root, report, ids);
  return fixable === 0 ? { report } : { report, fixable };
}

export function diagnose(root: string, ids: readonly string[], options: DoctorFlags, io: Io): DoctorReport {
  return runDoctor(questionOf(root, ids, options, io));
}

function questionOf(root: string, ids: readonly string[], options: DoctorFlags, io: Io): DoctorQuestion {
  return {
    root,
    ids: [...new Set(ids)],
    strict: options.strict === true,
    now: new Date(),
    prices: { env: io.env },
    env: {
      nodeVersion: versions.node,
      missingKey: (model, config) => variableWithoutKey(model, config, io.env),
      similarKey: (model, config) => similarVariable(model, config, io.env),
      unreachable: (model, config) => reasonsUnreachable(model, config, io.env),
      envFile: (folder) => envFileIn(folder, io.env),
      variables: io.env,
      user: userOf(io),
    },
  };
}
