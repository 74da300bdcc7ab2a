import { checkAttemptsLog } from './attempts-log.js';
import { checkRunLog } from './eval-log.js';

/** Makes sure that a run could note its attempt and append its row, before it begins. Changes nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function checkLogs(root: string): void {
  checkRunLog(root);
  checkAttemptsLog(root);
}
