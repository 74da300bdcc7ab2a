import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '#model/problem.js';

/**
 * Makes a folder that only the current user can read, with a function that deletes it as far as that is possible. First removes the folders
 * that killed processes left. Throws if it cannot be made.
 */
export function makePrivateFolder(): { readonly path: string; readonly remove: () => void } {
  const parent = realpathSync(tmpdir());
  removeLeftFolders(parent);
  const path = mkdtempSync(join(parent, `eva-commit-${machine()}-${process.pid}-`));
  return { path, remove: () => removeFolder(path) };
}

/** Matches the names of these folders, with the machine and the number of the process. */
const folderName = /^eva-commit-([0-9a-f]{8})-(\d{1,10})-[A-Za-z0-9]{6}$/;

/** The age from which a folder is removed whose process may be on another machine, or have a number that another process got. */
const longestUseMs = 24 * 60 * 60 * 1000;

/** Removes the folders of this user whose process has ended, or that are older than a day. Ignores errors of the disk. */
function removeLeftFolders(parent: string): void {
  const here = machine();
  for (const name of namesIn(parent)) {
    const [, on, pid] = folderName.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(parent, name);
    const ageMs = ageOfOwn(path);
    if (ageMs === null) continue;
    if (ageMs > longestUseMs || (on === here && !isRunning(Number(pid)))) removeFolder(path);
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** Returns how many milliseconds ago a folder of this user last changed; null for anything else. */
function ageOfOwn(path: string): number | null {
  try {
    const stats = lstatSync(path);
    const isOwn = stats.uid === (process.getuid?.() ?? stats.uid);
    return stats.isDirectory() && isOwn ? Date.now() - stats.mtimeMs : null;
  } catch {
    return null;
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}

/** Returns true if a process has this number. A process of another user exists although no signal may be sent to it. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Returns a text that differs between machines, containers and starts of a machine, since they number their processes anew. */
function machine(): string {
  const facts = [
    hostname(),
    orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 8);
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** A file that only the current user can read, in a folder of its own. */
interface PrivateFile {
  readonly path: string;
  /** Deletes the file with its folder. Leaves it if it cannot be deleted. */
  readonly remove: () => Promise<void>;
}

/** Writes a new file for a program into the system's folder for temporary files. Throws if it cannot be written. */
export async function writePrivateFile(name: string, content: string): Promise<PrivateFile> {
  const folder = await mkdtemp(join(tmpdir(), 'eva-'));
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const path = join(folder, name);
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
