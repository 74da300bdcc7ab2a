import { listPrompts } from '#gate/list-prompts.js';
import { uniqueBy } from '#model/data/collections.js';
import { EvaError } from '#model/problem.js';
import { renderList } from '#report/commands/list.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { asCalled } from '#report/text/screen.js';
import { readLibrary } from '#run/prompt/read-prompt.js';
import { readRunRows } from '#store/logs/eval-log.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand, promptsOfLibrary } from '../open-command.js';

/**
 * Runs `eva list [ids...]`: prints prompts with their last full runs. Calls no model. Returns 0, or 1 if a prompt cannot be read, which is
 * listed with its problems.
 */
export async function listCommand(words: readonly string[], options: CommonFlags, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal, root } = place;
  const { ids: named, problems: unknown } = promptsOfLibrary(words, place);
  if (unknown.length > 0) throw new EvaError(unknown);
  const library = readLibrary(root);
  const ids = words.length > 0 ? named : library.ids();
  const log = readRunRows(root);
  const prompts = listPrompts(library, ids, log);
  const problems = uniqueBy(prompts.flatMap((prompt) => prompt.problems));
  if (options.json) terminal.out(jsonResult(prompts));
  else terminal.out(renderList(prompts, terminal));
  terminal.err(renderProblems(problems, terminal.errScreen));
  if (log.bad.length > 0)
    terminal.err(
      `${log.bad.length} unreadable ${log.bad.length === 1 ? 'line' : 'lines'} of .eval.jsonl left out: ${asCalled('eva doctor', terminal)} shows them\n`,
    );
  return problems.length > 0 ? 1 : 0;
}
