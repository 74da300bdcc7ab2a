import { problem } from '#errors/index.js';
import type { App } from '#model/case.js';
import { type Layer, layerAt, nearestNumber } from '../source/layer.js';
import type { Path } from '../source/path.js';
import { valueAt } from '../source/path.js';
import { reportNoModel } from './case.js';
import type { EvalContext } from './eval-context.js';
import { reportIdle, subjectSettings } from './settings.js';

const usualTimeout = 60;

/** Settings that apply to models only. */
const ofModels = ['model', 'max_tokens', 'temperature'];

/** Reads the application of the scenario at a path; reports a problem and returns null without one. `layers` are the scenario's. */
export function readApp(
  context: EvalContext,
  path: Path,
  layers: readonly Layer[],
  title: string | undefined,
): App | null {
  const { document } = context;
  const own = [...path, 'app'];
  if (context.hasFunction) return functionApp(context, path, layers);
  if (document.holds([...own, 'command'])) return commandApp(context, path, layers);
  if (document.holds([...own, 'env']) && document.lacks(own, 'command')) reportEnvAlone(context, own);
  const settings = subjectSettings([...layerAt(context.source, own), ...layers]);
  if (settings) return { app: 'model', settings };
  const isSurely = ['model', 'command'].every((key) => document.lacks(own, key));
  if (isSurely && context.folder) return reportNoModel(context, path, title);
  if (isSurely && document.lacks(path, 'model') && context.namesModels) reportNoApp(context, path, title);
  return null;
}

function functionApp(context: EvalContext, path: Path, layers: readonly Layer[]): App {
  const { document, source, report } = context;
  reportIdle(context, path, ofModels, 'function');
  if (document.holds([...path, 'app'])) {
    const at = source.place([...path, 'app'], 'key');
    report([problem('EVA_APP_TWICE', null, { at })]);
  }
  return { app: 'function', timeout_s: timeoutOf(layers) };
}

function commandApp(context: EvalContext, path: Path, layers: readonly Layer[]): App | null {
  const { document, source, report } = context;
  const own = [...path, 'app'];
  if (document.holds([...own, 'model'])) {
    report([problem('EVA_ONE_KEY:app', null, { at: source.place(own, 'key') })]);
    return null;
  }
  reportIdle(context, path, ofModels, 'program');
  if (!document.isSound([...own, 'command'])) return null;
  const { command, env } = valueAt(source.value, own) as unknown as { command: string[]; env?: (string | null)[] };
  return {
    app: 'command',
    argv: command,
    env: [...new Set((env ?? []).filter((name) => name !== null))],
    timeout_s: timeoutOf(layers),
    at: source.place([...own, 'command']),
  };
}

function timeoutOf(layers: readonly Layer[]): number {
  return nearestNumber(layers, 'timeout_s') ?? usualTimeout;
}

function reportEnvAlone({ source, report }: EvalContext, own: Path): void {
  report([problem('EVA_MISSING_KEY:app_command', null, { at: source.place([...own, 'env'], 'key') })]);
}

function reportNoApp({ source, report }: EvalContext, path: Path, title: string | undefined): void {
  report([problem('EVA_NO_APP', { title }, { at: source.place(path) })]);
}
