const unitsOfTime: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  mins: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
};

/** Returns the seconds that a duration means: `30s`, `500 ms`, `2 min`, or a number of seconds. Undefined for anything else. */
export function secondsOf(data: unknown): number | undefined {
  if (typeof data === 'number') return data;
  const [, digits, unit = 's'] =
    /^(\d{1,9}(?:\.\d{1,9})?) ?([a-z]+)?$/i.exec(typeof data === 'string' ? data.trim() : '') ?? [];
  const factor = Object.hasOwn(unitsOfTime, unit.toLowerCase()) ? unitsOfTime[unit.toLowerCase()] : undefined;
  return digits === undefined || factor === undefined ? undefined : Number((Number(digits) * factor).toFixed(3));
}
