import { isDeepStrictEqual } from 'node:util';
import { missingRubrics } from '#grade/rubric.js';
import { isFor } from '#library/prompt/rubrics.js';
import { uniqueBy } from '#model/data/collections.js';
import type { BehaviorSpec } from '#model/grader.js';
import type { Place } from '#model/problem.js';
import { type RubricsView, renderRubrics, type WrittenRubric } from '#report/commands/rubrics.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { allowUnderpowered } from '#run/plan/plan-run.js';
import { type OpenPrompt, openPrompt, openVariants } from '#run/prompt/open-prompt.js';
import { readLibrary } from '#run/prompt/read-prompt.js';
import { writeMissingRubrics } from '#run/replies/run-rubrics.js';
import { listenForInterrupt } from '../evaluating/interrupt.js';
import { noticesTo } from '../evaluating/progress.js';
import type { Io } from '../io.js';
import { type CommandPlace, type CommonFlags, openCommand, promptOf, userOf } from '../open-command.js';

interface RubricOptions extends CommonFlags {
  readonly write?: boolean;
  readonly trust?: boolean;
}

/**
 * Runs `eva rubric <id>`: prints the rubric of every behaviour. With `--write` the judge writes missing ones first. Returns 0, 1 if a
 * rubric is missing, or the exit code of a signal.
 */
export async function rubricCommand(word: string, options: RubricOptions, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal, root } = place;
  const id = promptOf(word, place);
  const variants = openVariants(readLibrary(root), id, { manner: allowUnderpowered, prices: { env: io.env } }, []);
  terminal.err(renderProblems(uniqueBy(variants.flatMap(({ problems }) => problems)), terminal.errScreen));
  const opens: OpenPrompt[] = [];
  for (const variant of variants) {
    // read again, since the rubrics of another variant may be the missing ones
    const read = () => openPrompt(root, id, variant.choice);
    const isToWrite = options.write === true && missingRubrics(variant.plan.cases).length > 0;
    const open = isToWrite ? await write(read(), read, options, place) : variant;
    if (typeof open === 'number') return open;
    opens.push(open);
  }
  const view = rubricsView(id, opens);
  terminal.out(options.json ? jsonResult(view) : renderRubrics(view, terminal));
  return view.behaviors.some(({ levels }) => levels === null) ? 1 : 0;
}

/** Lets the judge write the missing rubrics. Returns the prompt with all rubrics, or the exit code of a signal. Throws other errors. */
async function write(
  open: OpenPrompt,
  read: () => OpenPrompt,
  { trust }: RubricOptions,
  place: CommandPlace,
): Promise<OpenPrompt | number> {
  const { io } = place;
  const interrupt = listenForInterrupt(io);
  const { stop, signal } = interrupt;
  const onEvent = noticesTo(place);
  try {
    return await writeMissingRubrics(open, read, { env: io.env, user: userOf(io), trust }, { stop, signal, onEvent });
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode === null) throw error;
    return exitCode;
  } finally {
    interrupt.release();
  }
}

/** Lists the behaviours of all variants with their rubrics and the sources of the rubrics. Lists equal behaviours with equal levels once. */
function rubricsView(id: string, variants: readonly OpenPrompt[]): RubricsView {
  const views = variants.flatMap(({ plan, rubrics }) =>
    plan.cases.flatMap((testCase) =>
      testCase.expectations.flatMap(({ grader, at }) =>
        grader.grader === 'expected_behavior' ? [viewOf(grader.params, testCase.name, at ?? testCase.at, rubrics)] : [],
      ),
    ),
  );
  const [unused = []] = variants.map(({ unused_rubrics }) => unused_rubrics);
  return {
    id,
    behaviors: views.reduce(together, []),
    unused: unused.map(({ behavior, at }) => ({ text: behavior, ...(at && { at }) })),
  };
}

function viewOf(
  { text, judge: { scale }, rubric: levels }: BehaviorSpec,
  name: string,
  at: Place | undefined,
  rubrics: OpenPrompt['rubrics'],
): WrittenRubric {
  const facts = { text, scale, cases: [name], levels };
  const place = at && { at };
  if (levels === null) return { ...facts, source: 'unwritten', ...place };
  const frozen = rubrics.find((entry) => isFor(entry, text, scale) && isDeepStrictEqual(entry.levels, levels));
  if (!frozen) return { ...facts, source: 'inline', ...place };
  const { written_by } = frozen;
  return {
    ...facts,
    source: 'frozen',
    ...(frozen.at && { at: frozen.at }),
    ...(written_by !== undefined && { written_by }),
  };
}

/** Adds a behaviour to a list, or its case to an equal behaviour. */
function together(views: readonly WrittenRubric[], next: WrittenRubric): readonly WrittenRubric[] {
  const known = views.find((rubric) => rubricOf(rubric) === rubricOf(next));
  if (!known) return [...views, next];
  const cases = [...new Set([...known.cases, ...next.cases])];
  return views.map((view) => (view === known ? { ...known, cases } : view));
}

function rubricOf({ text, scale, source, levels }: WrittenRubric): string {
  return JSON.stringify([text.trim(), scale, source, levels]);
}
