import { flagWords } from '#model/text/quoted.js';
import { renderNew } from '#report/commands/start.js';
import { jsonResult } from '#report/formats/json-result.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand } from '../open-command.js';
import { calledAs } from '../output/terminal.js';
import { libraryModels, modelsOfNew, modelsOfPrompts, unmetNeeds } from '../scaffold/models.js';
import {
  type BodyKind,
  copyPrompt,
  createPrompt,
  idOf,
  lacking,
  type NewPrompt,
  requireFree,
} from '../scaffold/new-prompt.js';

interface NewOptions extends CommonFlags {
  readonly from?: string;
  readonly body?: BodyKind;
  readonly model?: string;
  readonly judge?: string;
}

/** Runs `eva new <id>`: makes a prompt, or a copy of one. Changes no prompt that is there. Returns 0. */
export async function newCommand(text: string, options: NewOptions, io: Io): Promise<number> {
  const { terminal, root } = openCommand(io, options);
  const id = idOf(text);
  const prompt = { id, flags: flagsOf(options) };
  requireFree(root, prompt);
  const made =
    options.from === undefined ? makeNew(root, prompt, { options, io }) : makeCopy(root, prompt, options.from);
  if (options.json) terminal.out(jsonResult({ id, root, ...made }));
  else terminal.out(renderNew({ id, ...made, eva: calledAs(io) }));
  return 0;
}

/** Makes a prompt with the models that eva.yml lacks. */
function makeNew(root: string, prompt: NewPrompt, { options, io }: { readonly options: NewOptions; readonly io: Io }) {
  const { set, nameOf } = libraryModels(root);
  const wished = {
    ...(options.model !== undefined && { model: nameOf(options.model) }),
    ...(options.judge !== undefined && { judge: nameOf(options.judge) }),
  };
  const choice = modelsOfNew(wished, { set, prompts: () => modelsOfPrompts(root), env: io.env });
  const files = createPrompt(root, prompt, options.body ?? 'md', { set, choice });
  const written = lacking(set, choice);
  const isWritten = written.model !== undefined || written.judge !== undefined;
  const { reason, start } = choice;
  return {
    files,
    needs: unmetNeeds(root, choice, io.env),
    models: isWritten ? { ...written, reason, title: start.title } : null,
  };
}

function makeCopy(root: string, prompt: NewPrompt, from: string) {
  const files = copyPrompt(root, { ...prompt, from: idOf(from) }, new Date().toISOString().slice(0, 10));
  return { files, needs: [], models: null };
}

/** Returns the flags of the command line as they are typed, each after a space. */
function flagsOf({ from, body, model, judge, root, json }: NewOptions): string {
  const values = { from, body, model, judge, root };
  const texts = Object.entries(values).map(([name, value]) =>
    value === undefined ? '' : ` ${flagWords(`--${name}`, value)}`,
  );
  return `${texts.join('')}${json ? ' --json' : ''}`;
}
