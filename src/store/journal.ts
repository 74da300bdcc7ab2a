import { closeSync, constants, fdatasync, fdatasyncSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoredReply } from '#model/exchange.js';
import type { JsonObject } from '#model/json.js';
import type { ReplyStore } from '#model/reply-store.js';
import { onDisk } from './disk-error.js';
import { lineOf } from './jsonl.js';
import { openRegular, syncDirectory } from './regular-file.js';
import { writeWhole } from './write-whole.js';

const syncEveryMs = 1000;

/** Every reply of one run, written as it comes: a reply counts once its line is with the system, so a killed process loses none. */
export class Journal implements ReplyStore {
  readonly #path: string;
  readonly #fd: number;
  readonly #replies = new Map<string, StoredReply>();
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;
  /** True after a write that failed: half a line may stand at the end. */
  #isTorn = false;

  constructor(path: string, header: JsonObject) {
    this.#path = path;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;
    this.#fd = onDisk('create', path, () => openRegular(path, flags));
    this.#write(header);
    syncDirectory(dirname(path));
  }

  get(key: string): StoredReply | undefined {
    return this.#replies.get(key);
  }

  /** Writes the reply's line, then counts it; a line that an earlier failure cut short costs itself alone. Throws EVA_DISK, also for an earlier line that could not be synced. */
  put(reply: StoredReply): void {
    this.#write(reply);
    this.#replies.set(reply.key, reply);
  }

  /** Syncs what is written and closes the file. */
  close(): void {
    clearTimeout(this.#timer);
    onDisk('write', this.#path, () => {
      try {
        fdatasyncSync(this.#fd);
      } finally {
        closeSync(this.#fd);
      }
    });
  }

  #write(line: object): void {
    onDisk('write', this.#path, () => {
      if (this.#failure) throw this.#failure;
      const bytes = this.#isTorn ? Buffer.concat([Buffer.from('\n'), lineOf(line)]) : lineOf(line);
      this.#isTorn = true;
      writeWhole(this.#fd, bytes);
      this.#isTorn = false;
    });
    this.#timer ??= setTimeout(() => this.#sync(), syncEveryMs).unref();
  }

  /** In the background, so that a slow disk does not lengthen the latencies that are being measured. */
  #sync(): void {
    this.#timer = undefined;
    fdatasync(this.#fd, (error) => {
      if (error) this.#failure ??= error;
    });
  }
}

/** Starts `journal.jsonl` in a run's directory with `header` as its first line; the file must be new. */
export function openJournal(dir: string, header: JsonObject): Journal {
  return new Journal(join(dir, 'journal.jsonl'), header);
}
