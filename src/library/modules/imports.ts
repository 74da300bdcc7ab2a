import { createRequire } from 'node:module';

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

/** Returns the imports and exports of a module, or the offset of a syntax error. Ignores what only looks like an import in a text or comment. */
export function importsOf(text: string): ModuleSyntax | { readonly errorAt: number } {
  try {
    const [imports, exports] = lexer().parse(text);
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
    const at = error instanceof Error && 'idx' in error ? Number(error.idx) : 0;
    return { errorAt: Math.min(at, Math.max(0, text.length - 1)) };
  }
}

/** How the lexer marks `import.meta`, which loads nothing. */
const importMeta = -2;
