/** The longest that a timer can be set for, in milliseconds; anything above would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;
