/** A piece of a text that other template languages replace, and that eva sends as it is. */
export interface Leftover {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** `block`: `{% … %}`, `{{#if x}}`. `expression`: `{{ a.b }}`. `triple`: `{{{x}}}`. `input`: `{x}`, `${x}`, `{{ vars.x }}` or `{{ x | upper }}` of a declared input. */
  readonly kind: 'block' | 'expression' | 'triple' | 'input';
  readonly written: string;
  /** The name of an input that could replace it; absent for blocks. */
  readonly name?: string;
}

/** Matches what a text must have to hold a leftover. */
const mayHold = /\{[{%#A-Za-z_]|<%/;

/** The most characters between the marks of a leftover. */
const inside = 300;

const pieces = new RegExp(
  [
    `\\{%(?:[^%\\n]|%(?!\\})){0,${inside}}%\\}`,
    `(?<!\\{)\\{#(?:[^#\\n]|#(?!\\})){0,${inside}}#\\}`,
    `<%(?:[^%\\n]|%(?!>)){0,${inside}}%>`,
    `\\{{2,3}(?<inner>[^{}\\n]{1,${inside}})\\}{2,3}`,
    '\\$\\{(?<dollar>[A-Za-z_][\\w-]{0,99})\\}',
    '(?<![{$])\\{(?<plain>[A-Za-z_][\\w-]{0,99})\\}(?!\\})',
  ].join('|'),
  'g',
);

/** Finds the leftovers of other template languages in a text that eva renders. `inputs` are the declared ones. */
export function templateLeftovers(text: string, inputs: ReadonlySet<string>): readonly Leftover[] {
  if (!mayHold.test(text)) return [];
  return Array.from(text.matchAll(pieces)).flatMap(({ 0: written, index: start, groups = {} }) => {
    const place = { start, end: start + written.length, written };
    const { inner, dollar, plain } = groups;
    const named = dollar ?? plain;
    if (named !== undefined) return inputs.has(named) ? [{ ...place, kind: 'input' as const, name: named }] : [];
    if (inner === undefined) return [{ ...place, kind: 'block' as const }];
    return leftoverIn(inner, written).map((found) => {
      const isInput = found.kind === 'expression' && found.name !== undefined && inputs.has(found.name);
      return { ...place, ...found, ...(isInput && { kind: 'input' as const }) };
    });
  });
}

/** Returns what the inside of double or triple braces is in other languages; nothing for a placeholder of eva and for plain text. */
function leftoverIn(inner: string, written: string): readonly Pick<Leftover, 'kind' | 'name'>[] {
  const isTriple = written.startsWith('{{{') && written.endsWith('}}}');
  const isTrimmed = /^-\s|\s-$/.test(inner) || /^-[A-Za-z_]/.test(inner);
  const text = inner.replace(isTrimmed ? /^-|-$/g : /^$/, '').trim();
  if (/^[#/>^]\s*[A-Za-z_]/.test(text)) return [{ kind: 'block' }];
  const isName = /^[A-Za-z_][\w-]*$/.test(text);
  if (isName && isTrimmed) return [{ kind: 'expression', name: text }];
  if (isName) return isTriple ? [{ kind: 'triple', name: text }] : [];
  return isExpression(text) ? [{ kind: 'expression', name: inputFor(text) }] : [];
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
