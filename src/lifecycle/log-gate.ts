import type { RunLog } from '#store/eval-log.js';
import { evaluate, type Gate, met, unmet } from './gate.js';

/** Decides whether every line of the log after this one can be read: an unreadable one could be a later run. */
export function logGate(line: number, id: string, { bad }: RunLog): Gate {
  const after = bad.filter((one) => one.line > line);
  const first = after[0];
  if (!first) return met('log', 'nothing after it in .eval.jsonl is unreadable');
  const more = after.length === 1 ? '' : ` (and ${after.length - 1} more)`;
  const message = `line ${first.line} of .eval.jsonl${more} ${first.reason}, and could be a later run`;
  return unmet('log', message, evaluate(id));
}
