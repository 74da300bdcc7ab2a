/**
 * An application's own error: it fails its trial and never the run. The message is a clause that tells of the application
 * (`the application threw: …`), may hold untrusted text of any length, and does not name the turn.
 */
export class AppFailure extends Error {
  override readonly name = 'AppFailure';
}

/** The failure of an application that took longer than it may. */
export function noResponseWithin(seconds: number): AppFailure {
  return new AppFailure(`the application gave no response within ${seconds} s`);
}
