export type ImportOutcome = 'full' | 'mostly' | 'not';

/** A thing that is not carried over as it is, for showing. */
export interface ImportFindingView {
  readonly effect: 'blocks' | 'left_out' | 'replaced' | 'noted';
  readonly kind: 'assertion' | 'setting' | 'provider' | 'prompt' | 'test';
  readonly what: string;
  readonly at: { readonly file: string; readonly line?: number; readonly column?: number; readonly source?: string };
  readonly reason: string;
  readonly todo?: string;
  /** For a key that promptfoo ignores: the key that it probably misspells. */
  readonly meant?: string;
}

/** A configuration after its import, for showing. */
export interface ImportedView {
  /** The path of the configuration as the user would write it. */
  readonly config: string;
  /** The name of its file alone, which places in it have. */
  readonly file: string;
  readonly outcome: ImportOutcome;
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly findings: readonly ImportFindingView[];
  /** Files with code that was copied, relative to the library, and where it was copied from. */
  readonly code: readonly { readonly file: string; readonly from: readonly ImportFindingView['at'][] }[];
}

/** Everything that `eva import` did, for showing. */
export interface ImportView {
  readonly configs: readonly ImportedView[];
  /** The folder of the library as a word of the shell; null if it is the working directory. */
  readonly dir: string | null;
  readonly isDry: boolean;
  /** The parts of eva.yml that the prompts need: `providers`, `prices`. */
  readonly settings: readonly string[];
  /** True if programs or servers of the prompts need `eva trust`. */
  readonly needsTrust: boolean;
}
