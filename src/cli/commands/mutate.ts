import { EvaError, hasErrors, type Problem } from '#model/problem.js';
import { type MutantResult, type MutationKind, mutationKinds } from '#model/run/mutation.js';
import type { ProviderSilence } from '#model/run/notice.js';
import { flagWords, promptWord } from '#model/text/quoted.js';
import { type MutationOptions, type PlannedMutation, planMutation } from '#mutate/plan-mutation.js';
import { startMutation } from '#mutate/start-mutation.js';
import { renderMutationPlan, renderMutationReport } from '#report/commands/mutation.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { silenceText } from '#report/run/progress.js';
import { WithoutReply } from '#report/run/unfinished.js';
import { plural } from '#report/text/numbers.js';
import { asCalled, usableWidth } from '#report/text/screen.js';
import { clip } from '#report/text/visible.js';
import { leastCalls, shortBudget } from '#run/plan/short-budget.js';
import { placeOfBudget } from '#run/prompt/budget-problems.js';
import { callsModels } from '#run/replies/liveness.js';
import { budgetOf } from '../evaluating/eval-options.js';
import { listenForInterrupt } from '../evaluating/interrupt.js';
import { noticesTo, openLines } from '../evaluating/progress.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import { type CommandPlace, type CommonFlags, openCommand, promptOf, userOf } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';

interface MutateOptions extends CommonFlags {
  readonly kind: readonly MutationKind[];
  readonly sample?: number;
  readonly seed?: number;
  readonly plan?: boolean;
  readonly allowShortBudget?: boolean;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly trust?: boolean;
}

/**
 * Runs `eva mutate <id>`: changes the body of a prompt in small ways, and asks for each change the cases that passed, until one does not pass.
 * Returns 0 if a case noticed every change, 1 if not, 3 if replies are missing, or the exit code of a signal.
 */
export async function mutateCommand(word: string, options: MutateOptions, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal } = place;
  const planned = planMutation(promptOf(word, place), mutationOptionsOf(options, place));
  const short = mutationBudget(planned, options);
  terminal.err(renderProblems([...planned.warnings, ...(options.plan ? short : [])], terminal.errScreen));
  if (options.plan) {
    terminal.out(options.json ? jsonResult(planned.plan) : renderMutationPlan(planned.plan, terminal));
    return hasErrors(short) ? 2 : 0;
  }
  if (hasErrors(short)) throw new EvaError(short);
  terminal.err(renderProblems(short, terminal.errScreen));
  if (!options.json) terminal.err(renderMutationPlan(planned.plan, terminal.errScreen));
  return run(planned, options, place);
}

/**
 * Returns the problem of a budget that is too small to ask each mutant. One trial can be enough to notice it, unless the first case collects all
 * of its trials.
 */
function mutationBudget(planned: PlannedMutation, options: MutateOptions): readonly Problem[] {
  const { open, mutants, plan } = planned;
  const [first] = open.plan.cases;
  if (!first || !callsModels(open.plan, open.config, planned.options.env)) return [];
  const trials = first.stop_early ? 1 : first.sample_size;
  return shortBudget({
    budget: open.config.budget,
    plans: [],
    most: plan.at_most.calls,
    least: () => mutants.length * leastCalls({ body: open.plan.body, cases: [first] }, () => trials),
    at: options.maxCalls === undefined ? placeOfBudget(open.root) : undefined,
    command: commandOf(planned, options),
    goal: 'decide',
    aboutUsd: () => plan.about.cost_usd,
    isAllowed: options.allowShortBudget ? 'by_user' : false,
  });
}

function mutationOptionsOf(options: MutateOptions, { root, io }: CommandPlace): MutationOptions {
  const { kind, sample, seed = 1, trust = false } = options;
  return {
    root,
    env: io.env,
    user: userOf(io),
    kinds: kind.length > 0 ? kind : mutationKinds,
    isKindChosen: kind.length > 0,
    sample: sample === undefined ? null : { size: sample, seed },
    budget: budgetOf(options),
    trust,
  };
}

async function run(planned: PlannedMutation, options: MutateOptions, place: CommandPlace): Promise<number> {
  const { terminal, io } = place;
  const interrupt = listenForInterrupt(io);
  const progress = tellMutants(terminal, planned.mutants.length);
  const again = asCalled(commandOf(planned, options), terminal);
  const farewell = (replies: number) => `${plural(replies, 'reply is', 'replies are')} kept; continue: ${again}\n`;
  const onEvent = noticesTo(place, progress);
  interrupt.onLeave(() => {
    progress.end();
    terminal.err(`interrupted; continue: ${again}\n`);
  });
  const { stop, signal } = interrupt;
  try {
    const outcome = await startMutation(planned, {
      stop,
      signal,
      onEvent,
      onMutant: (result: MutantResult) => progress.ended(result),
    });
    progress.end();
    if (outcome.ended === 'interrupted') {
      terminal.err(
        `interrupted after ${outcome.done} of ${plural(planned.mutants.length, 'mutant')}: ${farewell(outcome.replies)}`,
      );
      return interrupt.exitCode() ?? 130;
    }
    if (outcome.ended === 'with_error') {
      const exitCode = exitWithError(outcome.error, io);
      if (outcome.replies > 0) terminal.err(farewell(outcome.replies));
      return exitCode;
    }
    terminal.out(options.json ? jsonResult(outcome.report) : renderMutationReport(outcome.report, terminal));
    const { state, replies, score } = outcome.report;
    if (state === 'unfinished') terminal.err(farewell(replies.model + replies.recorded + replies.synthetic));
    return state === 'unfinished' || score.of === 0 ? 3 : score.killed < score.of ? 1 : 0;
  } finally {
    interrupt.release();
  }
}

/** Returns the command that continues a mutation run: with the same settings, without its limits. */
function commandOf({ plan: { id } }: PlannedMutation, { kind, sample, seed }: MutateOptions): string {
  const flags = [
    ...kind.map((chosen) => flagWords('--kind', chosen)),
    ...(sample === undefined ? [] : [flagWords('--sample', String(sample))]),
    ...(seed === undefined ? [] : [flagWords('--seed', String(seed))]),
  ];
  return ['eva mutate', promptWord(id), ...flags].join(' ');
}

/** Shows the progress of a mutation run on standard error: redraws one line on a terminal, and elsewhere writes it every 30 s. */
function tellMutants(terminal: Terminal, planned: number) {
  const { lines, ...notices } = openLines(terminal);
  let [done, survived] = [0, 0];
  const without = new WithoutReply();
  const line = () => {
    const noticed = `${done - without.missing} of ${plural(planned, 'mutant')}, ${survived} not noticed`;
    const parts = without.parts(noticed, `${without.missing} without a verdict`);
    return clip(`  ${parts.join(' · ')}`, usableWidth(terminal.errScreen) - 1);
  };
  void lines.begin(() => [line()]);
  return {
    ...notices,
    silent: (silence: ProviderSilence) => {
      if (silence.ms > 0) notices.note(silenceText(silence, new Date()));
    },
    ended: (end: MutantResult) => {
      done += 1;
      if (end.result === 'survived') survived += 1;
      // The first cases of the mutant may have been asked, so it says nothing about replies.
      if (end.result === 'unknown') without.add(end.why, true);
      lines.changed();
    },
    end: () => lines.end(),
  };
}
