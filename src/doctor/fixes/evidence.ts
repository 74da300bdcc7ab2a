import { readLibrary, readPrompt } from '#lifecycle/read-prompt.js';
import { canonicalJson } from '#model/data/digest.js';
import type { Status } from '#model/prompt.js';

/** What a run of a prompt would be evidence for. */
export interface Meaning {
  readonly status: Status;
  /** The prompt whose folder has the cases. */
  readonly cases_id: string;
  /** The digests, as JSON; null if eva would refuse the run. */
  readonly evidence: string | null;
}

/** Reads the meaning of prompts from their files. */
export function meaningsOf(root: string, ids: readonly string[]): ReadonlyMap<string, Meaning> {
  const library = readLibrary(root);
  return new Map(
    ids.map((id) => {
      const { prompt, cases_id, evidence } = readPrompt(library, id);
      const digests = evidence ? canonicalJson({ ...evidence() }) : null;
      return [id, { status: prompt?.status ?? 'draft', cases_id, evidence: digests }];
    }),
  );
}

/** Returns true if a change of the files of a prompt may be kept: it changes no other prompt, and its own meaning only while it is a draft. */
export function isAllowed(
  id: string | null,
  before: ReadonlyMap<string, Meaning>,
  after: ReadonlyMap<string, Meaning>,
): boolean {
  return [...after].every(([other, now]) => {
    const old = before.get(other);
    if (!old || old.evidence === null || old.evidence === now.evidence) return true;
    return other === id && old.status === 'draft';
  });
}
