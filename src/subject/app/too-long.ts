import { AppFailure } from './app-failure.js';

/**
 * UTF-16 units of all responses of one conversation together, at most: user and judge are shown them all, and their models take
 * no text of any length.
 */
export const mostCharacters = 200_000;

/** The failure of an application whose responses are longer than that. */
export function tooLong(): AppFailure {
  return new AppFailure('the responses of the conversation exceed 200,000 characters');
}
