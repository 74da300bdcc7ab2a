import { longPages, testCommandsOf } from './commands/test-commands.js';

for (const page of longPages) testCommandsOf(page);
