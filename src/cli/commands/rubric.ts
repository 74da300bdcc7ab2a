import { randomBytes } from 'node:crypto';
import { missingRubrics } from '#grade/rubric/missing-rubrics.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplyStore } from '#model/reply/reply-store.js';
import { routeTo } from '#provider/model-name.js';
import { jsonResult } from '#report/json.js';
import { renderProblems } from '#report/problems.js';
import { renderRubrics } from '#report/rubrics.js';
import type { RubricDeps } from '#run/write-rubrics.js';
import { isCi } from '../ci.js';
import { completeRubrics } from '../evaluating/complete-rubrics.js';
import { type Ends, listenForInterrupt } from '../evaluating/interrupt.js';
import { tellProgress } from '../evaluating/progress.js';
import { decideLiveness, routesTo } from '../evaluating/replies.js';
import { askWith, notesOn, openPlaces, silenceTeller } from '../evaluating/reply-places.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';
import { rubricsView } from '../rubrics-view.js';
import type { Terminal } from '../terminal.js';
import { requireTrust } from '../trust-store.js';

export interface RubricOptions {
  readonly root?: string;
  readonly write?: boolean;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/**
 * `eva rubric <id>`: shows the rubric of every behaviour. With `--write` it has the judge write the missing ones first. Returns 0, 1 if a
 * rubric is missing, or the exit code of a signal.
 */
export async function rubricCommand(id: string, options: RubricOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const read = () => openPrompt(root, id, { allowUnderpowered: true });
  const found = read();
  terminal.err(renderProblems(found.warnings, terminal.errScreen));
  const isToWrite = options.write === true && missingRubrics(found.plan.cases).length > 0;
  const open = isToWrite ? await write(found, read, options, terminal, io) : found;
  if (typeof open === 'number') return open;
  const view = rubricsView(open);
  terminal.out(options.json ? jsonResult(view) : renderRubrics(view, terminal));
  return view.behaviors.some(({ levels }) => levels === null) ? 1 : 0;
}

/** Has the missing rubrics written. Returns the prompt with all of them, or the exit code of a signal. Throws every other error. */
async function write(
  open: OpenPrompt,
  read: () => OpenPrompt,
  options: RubricOptions,
  terminal: Terminal,
  io: Io,
): Promise<OpenPrompt | number> {
  const asked = open.programs.filter(({ kind }) => kind === 'provider' || kind === 'base_url');
  if (!options.trust) requireTrust(asked, open, io);
  const { note, warn } = tellProgress(terminal);
  const interrupt = listenForInterrupt(io);
  try {
    const deps = rubricDeps(open, io, interrupt.ends(), { note, warn });
    return (await completeRubrics(open, deps, read, note)).open;
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode === null) throw error;
    return exitCode;
  } finally {
    interrupt.release();
  }
}

/** Makes what writing rubrics needs. Rubrics belong to no run, so replies are kept in memory only. */
function rubricDeps(
  open: OpenPrompt,
  io: Io,
  ends: Ends,
  tell: { readonly note: (text: string) => void; readonly warn: (text: string) => void },
): RubricDeps {
  const models = missingRubrics(open.plan.cases).map(({ judge }) => judge.model);
  const wish = { replay: false, live: isCi(io.env) && 'rubrics under CI' } as const;
  const liveness = decideLiveness(routesTo(models, open.config), wish, io.env);
  const places = openPlaces(open, liveness, { cache: false }, tell.warn);
  for (const line of notesOn(liveness, open.prompt.id)) tell.note(line);
  return {
    ask: askWith(places, inMemory(), open, liveness, io, ends, { onSilence: silenceTeller(tell.note) }),
    route: (model) => routeTo(model, open.config.providers),
    nonce: () => randomBytes(16).toString('hex'),
    abort: ends.abort,
  };
}

function inMemory(): ReplyStore {
  const replies = new Map<string, StoredReply>();
  return { get: (key) => replies.get(key), put: (reply) => void replies.set(reply.key, reply) };
}
