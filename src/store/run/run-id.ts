const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/;

/**
 * Returns a name for a run: `20261121T223015Z-4f3a9c`, from the clock and six random hexadecimal digits. Names sort by time. The name
 * always sorts after `latest`, the last run: if the clock went back, it has the time of that run plus one second.
 */
export function newRunId(now: Date, random: string, latest?: string): string {
  const name = `${stampOf(now)}-${random}`;
  if (latest === undefined || name > latest) return name;
  return `${stampOf(secondAfter(latest) ?? now)}-${random}`;
}

/** Returns true if a text begins with a time, as the name of a run does. The rest may be mistyped. */
export function isRunId(text: string): boolean {
  return stamp.test(text);
}

/**
 * Returns the start of a run from its name, in milliseconds since 1970 by the clock of its machine; null for a name that eva did not make.
 */
export function runBegan(runId: string): number | null {
  return /Z-[0-9a-f]{6}$/.test(runId) ? (timeIn(runId) ?? null) : null;
}

function stampOf(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Returns the time in a name plus one second; undefined without a time or beyond the year 9999. */
function secondAfter(name: string): Date | undefined {
  const next = new Date((timeIn(name) ?? Number.NaN) + 1000);
  return next.getUTCFullYear() <= 9999 ? next : undefined;
}

/** Returns the time at the start of a name, in milliseconds since 1970; undefined without one. */
function timeIn(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = stamp.exec(name) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}
