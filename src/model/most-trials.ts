/** The most trials that a case can ask for. What would take more is not looked for. */
export const mostTrials = 100_000;
