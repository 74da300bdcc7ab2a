import { RecordingWriter } from '#store/replies/recordings.js';
import { storedReply } from './stored-reply.js';

// A process that saves COUNT recordings: DIR DIGIT COUNT. Each has one reply whose key begins with the digit. It prints a dot for each.
const [dir = '', digit = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const writer = new RecordingWriter(dir);
  writer.put(storedReply({ key: digit + n.toString(16).padStart(63, '0') }));
  writer.save();
  process.stdout.write('.');
}
