import { resolve } from 'node:path';
import { pathWord } from '#model/text/quoted.js';
import { version } from '#model/version.js';
import { renderInit } from '#report/commands/start.js';
import { jsonResult } from '#report/formats/json-result.js';
import { visible } from '#report/text/visible.js';
import type { Io } from '../io.js';
import { userOf, workingDirectory } from '../open-command.js';
import { askModels } from '../output/ask-models.js';
import { calledAs, canAsk, openTerminal, type Terminal } from '../output/terminal.js';
import { initLibrary, inspectPlace, type LibraryPlace } from '../scaffold/init-library.js';
import {
  chooseJudge,
  chooseModels,
  completeModels,
  likelyStart,
  type ModelChoice,
  unmetNeeds,
  type WishedModels,
} from '../scaffold/models.js';

interface InitOptions extends WishedModels {
  readonly ci?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `eva init [dir]`: makes a library, and changes nothing that is there. Asks for provider and model on a terminal without flags.
 * Returns 0.
 */
export async function initCommand(dir: string | undefined, options: InitOptions, io: Io): Promise<number> {
  const terminal = openTerminal(io);
  const cwd = workingDirectory(io);
  const { place, choice, report } = await makeLibrary(resolve(cwd, dir ?? '.'), options, { io, terminal });
  const isUsed = report.hasConfig || choice.reason === 'prompts';
  const needs = isUsed ? unmetNeeds(place.root, choice, io.env) : [];
  if (options.json) {
    const { start, ...rest } = report;
    terminal.out(jsonResult({ root: place.root, provider: start.name, ...rest, needs }));
    return 0;
  }
  const view = { ...report, reason: choice.reason, title: choice.start.title, provider: choice.start.name, needs };
  const isHere = place.root === resolve(cwd);
  terminal.out(
    renderInit({ ...view, eva: calledAs(io), dir: isHere ? null : visible(pathWord(dir ?? '.')) }, terminal),
  );
  return 0;
}

interface World {
  readonly io: Io;
  readonly terminal: Terminal;
}

/** Makes a library with the models of its eva.yml, or with chosen ones. Begins again if another process makes the eva.yml meanwhile. */
async function makeLibrary(root: string, options: InitOptions, world: World) {
  for (;;) {
    const place = inspectPlace(root);
    const choice = await choiceOf(place, options, world);
    const [ci, user] = [options.ci !== undefined, userOf(world.io)];
    const report = await initLibrary(place, { choice, wished: options, ci, user, version });
    if (report) return { place, choice, report };
  }
}

/**
 * Returns the models that the command line, eva.yml or the prompts name, those that the user answers, or the default ones. Asks nothing
 * whose answer no file would get.
 */
async function choiceOf(
  { config, hasPrompts, promptModels }: LibraryPlace,
  { provider, model, judge, yes, json }: InitOptions,
  { io, terminal }: World,
): Promise<ModelChoice> {
  const known = { ...promptModels, ...config };
  if (provider !== undefined || model !== undefined) return chooseModels({ provider, model, judge }, io.env);
  if (judge !== undefined)
    return known.model === undefined ? chooseModels({ judge }, io.env) : chooseJudge(judge, known, io.env);
  if (config?.model !== undefined) return completeModels(known, io.env);
  if (hasPrompts) {
    const isNameless = known.model === undefined && likelyStart(io.env).subject === null;
    return completeModels(known, isNameless ? {} : io.env, { source: 'prompts' });
  }
  const asks = !yes && !json && canAsk(io);
  return asks
    ? chooseModels(await askModels(likelyStart(io.env), { io, terminal }), io.env)
    : completeModels(config ?? {}, io.env);
}
