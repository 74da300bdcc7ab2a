import { createJournal, reopenJournal } from '#store/run/journal.js';
import { runHeader } from './run-header.js';
import { storedReply } from './stored-reply.js';

// A process that journals COUNT replies: DIR COUNT LENGTH. It reopens the journal, reads each reply and prints the result.
const [dir = '', count = '0', length = '0'] = process.argv.slice(2);
const keyOf = (n: number) => n.toString(16).padStart(64, '0');
const textOf = (n: number) => `${n}`.padStart(Number(length), 'x');
const numbers = Array.from({ length: Number(count) }, (_, n) => n);

const journal = createJournal(dir, runHeader);
for (const n of numbers) journal.put(storedReply({ key: keyOf(n), text: textOf(n) }));
await journal.close();
const { journal: again } = reopenJournal(dir);
const wrong = numbers.filter((n) => again.get(keyOf(n))?.reply.text !== textOf(n));
await again.close();
process.stdout.write(`${JSON.stringify({ replies: again.size, wrong: wrong.length })}\n`);
