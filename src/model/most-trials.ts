/** The most trials that a case can ask for. What would take more is not looked for. */
export const mostTrials = 100_000;

/** The most trials that all cases of a run can ask for together: each takes up to 1 kB of memory once it has ended. */
export const mostTrialsOfRun = 1_000_000;
