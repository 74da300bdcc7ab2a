/** A piece of a text that other template languages replace, and that eva sends as it is. */
export interface Leftover {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /**
   * `block`: `{% … %}`, `{{#if x}}`. `expression`: `{{ a.b }}`. `triple`: `{{{x}}}`. `known`: `{x}`, `${x}`, `%(x)s`, `{row.x}`, `{x:>9}`,
   * `{{ vars.x }}` or `{{ x or "a" }}` of a known name. `braces`: any other text in double braces.
   */
  readonly kind: 'block' | 'expression' | 'triple' | 'known' | 'braces';
  readonly written: string;
  /** The name of an input or field that could replace it; absent for `braces`, and for a `block` without a known name. */
  readonly name?: string;
}

/** Matches what a text must have to hold a leftover. */
const mayHold = /\{ *[{%#\p{L}_]|<%|%\(|\[\[/u;

/** The most characters between the marks of a leftover. */
const inside = 300;

const name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,99}';

const pieces = new RegExp(
  [
    `\\{%(?:[^%\\n]|%(?!\\})){0,${inside}}%\\}`,
    `(?<!\\{)\\{#(?:[^#\\n]|#(?!\\})){0,${inside}}#\\}`,
    `<%(?:[^%\\n]|%(?!>)){0,${inside}}%>`,
    `\\{{2,3}(?<inner>[^{}]{1,${inside}})\\}{2,3}`,
    `\\{\\{ *(?<open>${name}) *\\}(?!\\})`,
    `\\$\\{ *(?<dollar>${name}) *(?:[:?[|(][^{}\\n]{0,60})?\\}`,
    // not the argument of a command of LaTeX
    `(?<![{$])(?<!\\\\[A-Za-z]{1,20})\\{(?<plain>${name})(?:![rsa])?(?::(?!\\d+\\})[^{}\\s"',]{1,12}|\\[[^{}\\n]{0,40}\\])?\\}(?!\\})`,
    `%\\((?<percent>${name})\\)[-+#0]?[\\d.]*[sdifrxeg]`,
    `\\[\\[ *(?<square>${name}) *\\]\\]`,
  ].join('|'),
  'gu',
);

/** Finds the leftovers of other template languages in a text that eva renders. `known` are the names of inputs and fields. */
export function templateLeftovers(text: string, known: ReadonlySet<string>): readonly Leftover[] {
  if (!mayHold.test(text)) return [];
  return Array.from(text.matchAll(pieces)).flatMap(({ 0: written, index: start, groups = {} }) => {
    const place = { start, end: start + written.length, written };
    const { inner, ...names } = groups;
    const [named] = Object.values(names).flatMap((one) => one ?? []);
    if (named !== undefined) {
      const meant =
        knownName(named, known) ??
        knownName(named.split('.').at(-1) ?? '', known) ??
        knownName(named.split('.', 1)[0] ?? '', known);
      return meant === undefined ? [] : [{ ...place, kind: 'known' as const, name: meant }];
    }
    if (inner === undefined) return [{ ...place, kind: 'block' as const, ...nameIn(written, known) }];
    return leftoverIn(inner, written, known).map((found) => {
      const isKnown = found.kind === 'expression' && found.name !== undefined && known.has(found.name);
      return { ...place, ...found, ...(isKnown && { kind: 'known' as const }) };
    });
  });
}

/** Returns the known name that a word means, also in other letters; undefined if it means none. */
export function knownName(word: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(word)) return word;
  const small = word.toLowerCase();
  return [...known].find((name) => name.toLowerCase() === small);
}

function nameIn(text: string, known: ReadonlySet<string>): { readonly name?: string } {
  const words = text.match(/[\p{L}_][\p{L}\p{M}\p{N}_-]*/gu) ?? [];
  const [meant] = words.flatMap((word) => knownName(word, known) ?? []);
  return meant === undefined ? {} : { name: meant };
}

/** Returns what the inside of double or triple braces is in other languages; nothing for a placeholder of eva and for plain text. */
function leftoverIn(
  inner: string,
  written: string,
  known: ReadonlySet<string>,
): readonly Pick<Leftover, 'kind' | 'name'>[] {
  const isTriple = written.startsWith('{{{') && written.endsWith('}}}');
  const isTrimmed = /^-\s|\s-$/.test(inner) || /^-[A-Za-z_]/.test(inner);
  const text = inner.replace(isTrimmed ? /^-|-$/g : /^$/, '').trim();
  const { name: meant } = nameIn(text, known);
  if (/^[#/>^]\s*[A-Za-z_]/.test(text)) return [{ kind: 'block', ...nameIn(text, known) }];
  const isName = /^[A-Za-z_][\w-]*$/.test(text);
  if (isName && isTrimmed) return [{ kind: 'expression', name: text }];
  if (isName && isTriple) return [{ kind: 'triple', name: text }];
  if (isName && /^ *\S+ *$/.test(inner)) return [];
  if (isExpression(text)) return [{ kind: 'expression', name: meant ?? inputFor(text) }];
  const hasFilter = meant !== undefined && /^[\p{L}_][\p{L}\p{N}_-]*:[^\s:]/u.test(text);
  if (isCode(text) && !hasFilter) return [];
  return [meant === undefined ? { kind: 'braces' } : { kind: 'known', name: meant }];
}

/** Returns true for what code and formulas have in double braces: keys with values, statements, spreads, and no word at all. */
function isCode(text: string): boolean {
  return !/\p{L}/u.test(text) || /^(?:\.\.\.|["']?[\w$-]+["']?\s*:(?!:))|;|=>|^[\\<]/.test(text);
}

/** Returns true for `a.b`, `a[0]`, `f()`, and each of them or a name with `| filter`. */
function isExpression(text: string): boolean {
  const [value = '', filter] = text.split(/(?<!\|)\|(?!\|)/, 2).map((part) => part.trim());
  const isValue = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_0-9][\w-]*|\[[^[\]]*\]|\([^()]*\))*$/.test(value);
  if (!isValue) return false;
  return filter === undefined ? /[.[(]/.test(value) : /^[A-Za-z_]/.test(filter);
}

/** Returns the name of an input for an expression: `a_b` for `a.b`, `a_0` for `a[0]`, `x` for `x | upper` and for `vars.x`. */
function inputFor(expression: string): string {
  const value =
    expression
      .split('|', 1)[0]
      ?.trim()
      .replace(/^(?:vars|inputs?|context\.vars)\.(?=[A-Za-z_])/, '') ?? '';
  return (value.match(/\w+/g) ?? []).join('_').slice(0, 60);
}
