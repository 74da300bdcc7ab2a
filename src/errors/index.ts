export { type ErrorCode, type ExitCode, errorTable, exitCodeOf } from './codes.js';
export { EvaError, orNull } from './eva-error.js';
export { problem } from './problem.js';
