import type { Notify } from '#model/run/notice.js';
import { BudgetLedger } from '#run/budget/budget-ledger.js';
import { CaseTurns } from '#run/collecting/case-turns.js';
import { limitConcurrency } from '#run/collecting/pool.js';
import type { Side } from '#run/pairing/pair-flow.js';
import { sharedLimits } from '../../run-group.js';
import type { GroupMember } from '../../run-options.js';
import type { Ends } from '../../session/ends.js';
import { type OpenRun, openRun } from '../../session/open-run.js';
import type { AskedComparison, PlannedSide } from '../planned-comparison.js';

/** Both open runs of a comparison, with their folders, locks and journals. */
export interface OpenSessions extends Readonly<Record<Side, OpenRun>> {
  /** Syncs the journals to disk and closes the files of both runs. */
  readonly close: () => Promise<void>;
  /** Unlocks both runs. */
  readonly release: () => void;
}

/**
 * Opens the runs of both sides, A first. They have one budget and the same limits of providers, and read no cache: its replies may be of any run.
 * Throws `EvaError` and leaves nothing locked if one cannot be opened.
 */
export function openSessions({ a, b }: Pick<AskedComparison, Side>, ends: Ends, notify: Notify): OpenSessions {
  const shared = sharedBySides(b);
  const open = ({ run }: PlannedSide) => {
    const options = { ...run.options, cache: false };
    return openRun({ ...run, options, ledger: shared.ledger, group: shared.member() }, ends, notify);
  };
  const openA = open(a);
  try {
    return bothOf(openA, open(b));
  } catch (error) {
    openA.close();
    openA.place.release();
    throw error;
  }
}

function bothOf(a: OpenRun, b: OpenRun): OpenSessions {
  return {
    a,
    b,
    close: async () => {
      try {
        a.close();
      } finally {
        b.close();
      }
      await Promise.all([a, b].map(({ deps }) => deps.modules?.close()));
    },
    release: () => {
      a.place.release();
      b.place.release();
    },
  };
}

function sharedBySides({ run }: PlannedSide): { readonly ledger: BudgetLedger; readonly member: () => GroupMember } {
  const limitsOf = sharedLimits();
  const alone = limitConcurrency(1);
  // The pairs of a comparison keep its sides in step, so neither waits for the cases of the other.
  const member = () => ({ limitsOf, turn: new CaseTurns().join(), alone });
  return { ledger: new BudgetLedger(run.open.config.budget), member };
}
