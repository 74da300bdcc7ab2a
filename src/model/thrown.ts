import { types } from 'node:util';

/**
 * Returns true for an error, also for one of another realm: test runners such as jest run programs in a context of their own, where
 * errors of `node:fs` are no instances of `Error`.
 */
export function isError(thrown: unknown): thrown is Error {
  return types.isNativeError(thrown) || Object.prototype.toString.call(thrown) === '[object DOMException]';
}

/** Returns the message of an error, and anything else that was thrown as a text. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown);
}

/** Returns the code of an error of Node, such as `ENOENT`; undefined for any other. */
export function errorCode(thrown: unknown): string | undefined {
  return isError(thrown) && 'code' in thrown ? String(thrown.code) : undefined;
}
