import { clip } from '../text/clip.js';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns when a run began, in the local time zone: `today 10:15`, `Sat 21 Nov`, `21 Nov 2025`. With `hasTime` all of them have the time of
 * day. Clips a text that is not a time.
 */
export function whenInWords(ts: string | null, now: Date, hasTime: boolean): string {
  const at = new Date(ts ?? '');
  if (!/^\d{4}-\d\d-\d\dT/.test(ts ?? '') || Number.isNaN(at.getTime())) return clip(ts ?? '', 16);
  const time = `${twoDigits(at.getHours(), '0')}:${twoDigits(at.getMinutes(), '0')}`;
  if (at.toDateString() === now.toDateString()) return `today ${time}`;
  const date = `${twoDigits(at.getDate(), ' ')} ${months[at.getMonth()]}`;
  const day = at.getFullYear() === now.getFullYear() ? `${days[at.getDay()]} ${date}` : `${date} ${at.getFullYear()}`;
  return hasTime ? `${day} ${time}` : day;
}

function twoDigits(value: number, filler: string): string {
  return String(value).padStart(2, filler);
}
