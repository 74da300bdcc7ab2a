import { openCache } from '#store/replies/cache.js';
import { storedReply } from './stored-reply.js';

// A process that caches COUNT replies: ROOT COUNT. It prints a dot for each reply, and each warning.
const [root = '', count = '0'] = process.argv.slice(2);
const cache = openCache(root, (message) => process.stdout.write(message));
for (let n = 0; n < Number(count); n++) {
  process.stdout.write('.');
  cache.put(storedReply({ key: n.toString(16).padStart(64, '0') }));
}
