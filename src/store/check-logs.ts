import { checkAttemptsLog } from './attempts-log.js';
import { checkRunLog } from './eval-log.js';

/** Checks that a run could append its lines and its row. Changes nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function checkLogs(root: string): void {
  checkRunLog(root);
  checkAttemptsLog(root);
}
