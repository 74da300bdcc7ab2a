import { createRequire } from 'node:module';
import { isError } from '#model/thrown.js';

/** An import of a module. `start` and `end` are offsets of its specifier in UTF-16 units. */
interface Import {
  /** undefined if it is no constant text. */
  readonly specifier: string | undefined;
  /** True for `import(…)`. */
  readonly isDynamic: boolean;
  readonly start: number;
  readonly end: number;
}

/** The imports of a module, and the names that it exports: null if it passes on all names of another module. */
interface ModuleSyntax {
  readonly imports: readonly Import[];
  readonly exports: readonly string[] | null;
}

const require = createRequire(import.meta.url);

/** Loads the lexer with the first module. It is the one that needs no asynchronous start. */
function lexer(): typeof import('es-module-lexer/minimal') {
  return require('es-module-lexer/minimal/js');
}

/** Blanks and line ends of JavaScript that the lexer does not know: with one beside `import` it would not see a file that Node loads. */
const unknownBlanks = /[\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]/g;
const unknownLineEnds = /[\u2028\u2029]/g;

/**
 * Returns the imports and exports of a module, or the offset of a syntax error, also of a specifier with such a blank. Ignores what only looks
 * like an import in a text or comment.
 */
export function importsOf(source: string): ModuleSyntax | { readonly errorAt: number } {
  const text = source.replace(unknownBlanks, ' ').replace(unknownLineEnds, '\n');
  try {
    const [imports, exports] = lexer().parse(text);
    const changed = imports.find(({ s, e }) => source.slice(s, e) !== text.slice(s, e));
    if (changed) return { errorAt: changed.s };
    const isStar = imports.some(
      ({ ss, se, d }) => d === -1 && /^export[^'"]*\*(?![^'"]*\bas\b)/.test(text.slice(ss, se)),
    );
    return {
      imports: imports
        .filter(({ d }) => d !== importMeta)
        .map(({ n, d, s, e }) => ({ specifier: n, isDynamic: d >= 0, start: s, end: e })),
      exports: isStar ? null : exports.map(({ n }) => n),
    };
  } catch (error) {
    const at = isError(error) && 'idx' in error ? Number(error.idx) : 0;
    return { errorAt: Math.min(at, Math.max(0, text.length - 1)) };
  }
}

/** How the lexer marks `import.meta`, which loads nothing. */
const importMeta = -2;
