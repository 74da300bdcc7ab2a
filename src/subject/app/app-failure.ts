/**
 * An error of the application under test. It fails the trial, never the run. The message (`the application threw: …`) may contain untrusted
 * text of any length, and does not name the turn.
 */
export class AppFailure extends Error {
  override readonly name = 'AppFailure';
}

/** Makes the failure of an application that exceeds its timeout. */
export function noResponseWithin(seconds: number): AppFailure {
  return new AppFailure(`the application gave no response within ${seconds} s`);
}

/**
 * Greatest length of all responses of one conversation together, in UTF-16 units. The simulated user and the judge read all of
 * them, and models limit their input.
 */
export const mostCharacters = 200_000;

/** Makes the failure of an application whose responses exceed `mostCharacters`. */
export function tooLong(): AppFailure {
  return new AppFailure('the responses of the conversation exceed 200,000 characters');
}

const longest = 500;

/** Shortens an application's error to one line of at most 500 characters. */
export function shortReason(text: string): string {
  const characters = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}
