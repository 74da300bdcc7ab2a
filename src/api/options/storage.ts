import type { ScenarioStorage } from '#engine/scenarios/scenario-setup.js';
import type { World } from '../world.js';
import type { SigmaEvalOptions } from './options.js';

/** Returns the storage settings of evaluations with these options. */
export function storageOf(options: SigmaEvalOptions, { cwd, path }: Pick<World, 'cwd' | 'path'>): ScenarioStorage {
  const { runs, resume, cache, record, replay, rows } = options;
  return {
    folder: typeof runs === 'string' ? path(runs) : cwd,
    keepsRuns: runs !== undefined,
    resume: resume !== false,
    cache: cache === true,
    record: record === true,
    replay: replay === true,
    rows: rows === undefined ? null : path(rows),
  };
}
