/** How probable a false pass may be at most, where no file says otherwise. */
export const usualLevel = 0.05;
