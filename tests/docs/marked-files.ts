import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Compares every block below `<!-- file of EXAMPLE: PATH -->` of a page with that file. `textOf` returns the text of a file of an example. A
 * block of YAML begins with the path of its file. With U=1 the blocks are written anew.
 */
export function checkMarkedFiles(page: string, textOf: (example: string, path: string) => string): void {
  const text = readFileSync(page, 'utf8');
  const marks = [...text.matchAll(/(<!-- file of ([a-z]+): (\S+) -->\n```\w*\n)([\s\S]*?)^```$/gm)];
  assert.ok(marks.length > 0, `${page} marks no file`);
  let written = text;
  for (const [whole, head = '', example = '', path = '', shown = ''] of marks) {
    const real = asShown(path, textOf(example, path));
    if (process.env['U'] === '1') written = written.replace(whole, () => `${head}${real}\`\`\``);
    else assert.equal(shown, real, `${page}: ${path} of ${example} has another text: U=1 writes it anew`);
  }
  if (written !== text) writeFileSync(page, written);
}

/** Returns a file as a page shows it: YAML with its path in place of the comments about its origin. */
function asShown(path: string, text: string): string {
  const whole = `${text.trimEnd()}\n`;
  return /\.ya?ml$/.test(path) ? `# ${path}\n${whole.replace(/^(?:#.*\n)+/, '')}` : whole;
}
