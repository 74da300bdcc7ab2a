const name = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/;

/** When a run began, in milliseconds since 1970, by the clock of its machine: its name says it. null for what eva has not named. */
export function runBegan(runId: string): number | null {
  const [, ...parts] = name.exec(runId) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day, hour, minute, second] = parts;
  const began = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(began) ? null : began;
}
