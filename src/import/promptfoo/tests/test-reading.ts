import type { Ledger } from '../../finding.js';
import type { ConfigFolder } from '../../folder.js';
import type { VarValue } from '../imported.js';

/** Renders a template with the variables of a test; says why if it is more than placeholders. */
export type Render = (
  text: string,
  vars: Record<string, VarValue>,
) => { readonly text: string } | { readonly unsupported: string };

/** What the readers of tests share. */
export interface TestReading {
  readonly folder: ConfigFolder;
  readonly ledger: Ledger;
  readonly render: Render;
  /** How many characters of values into which others are put may still be made. */
  readonly budget: { left: number };
}
