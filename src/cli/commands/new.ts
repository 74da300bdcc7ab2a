import { renderNew } from '#report/commands/start.js';
import { jsonResult } from '#report/json.js';
import { completeModels } from '#scaffold/choose-models.js';
import { copyPrompt, createPrompt, idOf, requireFree } from '#scaffold/create-prompt.js';
import { setModels } from '#scaffold/init-library.js';
import { unmetNeeds } from '#scaffold/needs.js';
import type { BodyKind } from '#scaffold/new-prompt.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { calledAs } from '../output/called-as.js';

interface NewOptions {
  readonly root?: string;
  readonly from?: string;
  readonly body?: BodyKind;
  readonly json?: boolean;
}

/** Runs `eva new <id>`: makes a prompt, or a copy of one. Changes no prompt that is there. Returns 0. */
export async function newCommand(text: string, options: NewOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const id = idOf(text);
  requireFree(root, id);
  const set = setModels(root);
  const choice = completeModels(set, io.env);
  const files =
    options.from === undefined
      ? createPrompt(root, id, options.body ?? 'md', { set, choice })
      : copyPrompt(root, { from: idOf(options.from), id }, new Date().toISOString().slice(0, 10));
  const needs = options.from === undefined ? unmetNeeds(root, choice, io.env) : [];
  if (options.json) terminal.out(jsonResult({ id, root, files, needs }));
  else terminal.out(renderNew({ id, files, needs, eva: calledAs(io) }));
  return 0;
}
