import { readFileSync } from 'node:fs';

/** Returns the JavaScript of pages for the browser, which `scripts/complete-dist.js` writes. */
export function browserCode(): string {
  return readFileSync(new URL('./browser.js', import.meta.url), 'utf8');
}
