import type { JsonObject } from '#model/data/json.js';

/** A line of a journal that is not a reply. */
export interface BatchNote extends JsonObject {
  readonly note: string;
}

export interface BatchLog {
  /** Returns all notes of the run, oldest first, including those from before a resume. */
  notes(): readonly BatchNote[];
  note(note: BatchNote): void;
  /** Returns true if the journal has the reply with this key. */
  holds(key: string): boolean;
}

/** A submission of a batch whose outcome is unknown: the process ended before the provider answered. */
export interface LostSubmission {
  /** The number of the submission in the run, from 1. */
  readonly submission: number;
  readonly count: number;
  /** The id of the account's newest batch before the submission; null if the account had no batch. */
  readonly after: string | null;
  /** The time of the submission (ISO 8601). */
  readonly ts?: unknown;
  /** The ids of its requests, as `OwnIds.toNote` returns them. */
  readonly ids?: unknown;
}

/** The batches and submissions of one provider that a run has not finished. */
interface OpenSubmissions {
  /** Ids of the batches whose results are not all in the journal, in the order of their submission. */
  readonly open: readonly string[];
  readonly lost: readonly LostSubmission[];
  /** Ids of all batches that are known to belong to the run. */
  readonly known: readonly string[];
}

/** Counts the submissions of batches that the run has begun, over all providers. */
export function submissionsIn(notes: readonly BatchNote[]): number {
  return notes.filter(({ note }) => note === 'batch_submitting').length;
}

/** Finds the open batches and lost submissions of a provider. Ignores notes with a malformed id, so that their submission counts as lost. */
export function openSubmissions(notes: readonly BatchNote[], provider: string): OpenSubmissions {
  const ownNotes = notes.filter(
    (note) => note['provider'] === provider && (note['id'] === undefined || isBatchId(note['id'])),
  );
  const ids = (name: string) => ownNotes.flatMap(({ note, id }) => (note === name && isBatchId(id) ? [id] : []));
  const closed = new Set(ownNotes.filter(({ note }) => closing.has(note)).map(({ submission }) => submission));
  const ended = new Set(ids('batch_ended'));
  const known = [...new Set(ids('batch_submitted'))];
  return {
    open: known.filter((id) => !ended.has(id)),
    lost: ownNotes.flatMap((note) => (isSubmitting(note) && !closed.has(note.submission) ? [note] : [])),
    known,
  };
}

/** Returns when a batch was submitted (ISO 8601); undefined without a note. */
export function submittedAt(notes: readonly BatchNote[], id: string): unknown {
  return notes.find((note) => note.note === 'batch_submitted' && note['id'] === id)?.['ts'];
}

/** Returns the ids of the requests of a batch; undefined if no note has them. Compares providers too: each provider numbers its submissions from 1. */
export function idsOf(notes: readonly BatchNote[], provider: string, id: string): OwnIds | undefined {
  const ownNotes = notes.filter((note) => note['provider'] === provider);
  const submitted = ownNotes.find((note) => note.note === 'batch_submitted' && note['id'] === id);
  const submitting = ownNotes.find(
    (note) => submitted && note.note === 'batch_submitting' && note['submission'] === submitted['submission'],
  );
  return OwnIds.from(submitting?.['ids']);
}

/** Counts the batches that may hold replies which the journal lacks: open batches and lost submissions of all providers. */
export function batchesLeft(notes: readonly BatchNote[]): number {
  const providers = new Set(notes.map(({ provider }) => String(provider)));
  const left = [...providers].map((provider) => openSubmissions(notes, provider));
  return left.reduce((sum, { open, lost }) => sum + open.length + lost.length, 0);
}

const closing = new Set(['batch_submitted', 'batch_not_submitted']);

function isSubmitting(note: BatchNote): note is BatchNote & LostSubmission {
  const { note: name, submission, count, after } = note;
  const isAfter = after === null || typeof after === 'string';
  return name === 'batch_submitting' && typeof submission === 'number' && typeof count === 'number' && isAfter;
}

/** Number of hexadecimal digits that are kept of a key: 16 of the 64 are enough to distinguish the requests of a run. */
const digits = 16;

/** The ids of the requests of a batch, by which eva recognizes its results. */
export class OwnIds {
  readonly #ids: ReadonlySet<string>;

  constructor(keys: Iterable<string>) {
    this.#ids = new Set(Array.from(keys, shortOf));
  }

  /** Reads the ids from a note; undefined if the note has none, since somebody may have edited the journal. */
  static from(noted: unknown): OwnIds | undefined {
    return typeof noted === 'string' && noted !== '' ? new OwnIds(noted.split(',')) : undefined;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(key: string): boolean {
    return this.#ids.has(shortOf(key));
  }

  /** Returns the ids as a text for a note, 17 bytes per request. */
  toNote(): string {
    return [...this.#ids].join(',');
  }
}

function shortOf(key: string): string {
  return key.slice(0, digits);
}

/** Returns true if a value can be the id of a batch, which becomes part of an address. */
export function isBatchId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value);
}
