import type { RunResult, RunRow } from '#model/run/run.js';

/** Makes the row of a finished run. The five keys of eva's first row format come first. */
export function toRow(result: RunResult): RunRow {
  return {
    ts: result.ts,
    all_passed: result.all_passed,
    total: result.total,
    passed: result.passed,
    failed_cases: result.failed_cases,
    id: result.id,
    run_id: result.run_id,
    row: 1,
    partial: result.partial,
    evidence: result.evidence,
    verdicts: result.cases.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ case: name, ...verdict }))),
    usage: result.usage,
    cost_usd: result.cost_usd,
    duration_s: result.duration_s,
    eva_version: result.eva_version,
    ...(result.try !== undefined && { try: result.try }),
    ...(result.shards && { shards: result.shards }),
    ...(result.sources && { sources: result.sources }),
    ...(result.timeouts && { timeouts: result.timeouts }),
  };
}
