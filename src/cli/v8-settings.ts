/** Number of trials from which the heap of a run is kept small. Loading the module for it takes longer than a short run gains. */
const manyTrials = 1000;

/** Number of trials from which a run gains more by optimized code than the optimizing takes. */
const trialsToOptimizeFor = 3000;

/** Sets V8 up for the trials of these plans, after `optimizeLess`. */
export async function setUpForTrials(
  plans: readonly { readonly cases: readonly { readonly sample_size: number }[] }[],
): Promise<void> {
  const trials = plans.flatMap(({ cases }) => cases).reduce((sum, { sample_size }) => sum + sample_size, 0);
  if (trials >= manyTrials) await keepHeapSmall();
  if (trials >= trialsToOptimizeFor) await setInterruptBudget(budgetOfLongRuns);
}

/**
 * Makes V8 collect garbage earlier. By default it lets the heap grow to three times its live size. A run of 60,000 trials takes 200 MB
 * instead of 260, and no more CPU.
 */
async function keepHeapSmall(): Promise<void> {
  await setV8Flag('heap-growing-percent', 20);
}

/** Number of prompts up to which optimizing costs more than it saves. */
const fewPrompts = 200;

/**
 * Makes V8 optimize only functions that run seven times as long as by default, or 150 times if `prompts` is small: leave it out for prompts
 * with any number of cases. A command that reads files would spend a quarter of its CPU on optimizing code that it soon needs no more.
 */
export async function optimizeLess(prompts: number = Number.POSITIVE_INFINITY): Promise<void> {
  await setInterruptBudget(prompts <= fewPrompts ? 10_000_000 : 500_000);
}

/** The bytecode that a function of a long run runs before Node 20 optimizes it, in bytes; 67,584 by default. All functions of a long run run often. */
const budgetOfLongRuns = 20_000;

/** Sets how much bytecode a function runs before V8 optimizes it. Only Node 20 knows the flag. */
async function setInterruptBudget(value: number): Promise<void> {
  if (process.versions.node.startsWith('20.')) await setV8Flag('interrupt-budget', value);
}

async function setV8Flag(name: string, value: number): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(`--${name}=${value}`);
}
