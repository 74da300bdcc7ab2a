// `npm run bench:sequential`: prints the table of docs/statistics.md, rewrites it there, and says what of it is promised.
import { writeSection } from '../in-docs.js';
import { sequentialSection, shortcomings, workedOutDesigns } from './tables.js';

console.log(sequentialSection());
const { given, smallest } = workedOutDesigns();
writeSection('docs/statistics.md', 'sequential', sequentialSection());
const promised = shortcomings(given);
for (const shortcoming of promised) console.log(`FALLS SHORT  ${shortcoming}`);
for (const shortcoming of shortcomings(smallest)) console.log(`at the smallest horizon  ${shortcoming}`);
if (promised.length > 0) process.exitCode = 1;
else console.log('level kept, power at least 80 %, at least 20 % fewer as planned and 60 % fewer below: all rows');
