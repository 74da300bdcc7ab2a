import { createInterface, type Interface } from 'node:readline';
import { evaError } from '#model/problem.js';
import type { Io } from '../io.js';
import { modelChoices, type Start } from '../scaffold/models.js';
import type { Terminal } from './terminal.js';

/** Asks for the provider and the model under test. Throws EVA_USAGE if the input ends before an answer. */
export async function askModels(
  likely: Start,
  { io, terminal }: { readonly io: Io; readonly terminal: Terminal },
): Promise<{ readonly provider: string; readonly model: string }> {
  const asking = createInterface({ input: io.stdin, output: io.stderr, terminal: true });
  const talk = { asking, answers: asking[Symbol.asyncIterator]() };
  try {
    const width = String(modelChoices.length).length;
    const list = modelChoices.map(({ title }, at) => `  ${String(at + 1).padStart(width)}  ${title}\n`).join('');
    terminal.err(`Which provider has your models?\n${list}`);
    const provider = await askUntil(talk, `Number [${modelChoices.indexOf(likely) + 1}]: `, (line) => {
      const start = startOf(line, likely);
      if (start === null) terminal.err(`Write a number from 1 to ${modelChoices.length}.\n`);
      return start;
    });
    const { subject } = provider;
    const prompt = subject === null ? 'Name of your deployment: ' : `Model [${subject}]: `;
    const model = await askUntil(talk, prompt, (line) => (line === '' ? subject : line));
    return { provider: provider.name, model };
  } finally {
    asking.close();
  }
}

/** Returns the provider that an answer names by its number or its name; null for any other answer. */
function startOf(line: string, likely: Start): Start | null {
  if (line === '') return likely;
  return (
    (/^\d{1,2}$/.test(line)
      ? modelChoices[Number(line) - 1]
      : modelChoices.find(({ name }) => name === line.toLowerCase())) ?? null
  );
}

/** Asks again until `accept` returns something for the answer. Lines that were typed ahead wait for their question. */
async function askUntil<T>(
  { asking, answers }: Conversation,
  prompt: string,
  accept: (line: string) => T | null,
): Promise<T> {
  for (;;) {
    asking.setPrompt(prompt);
    asking.prompt();
    const { value, done } = await answers.next();
    if (done)
      throw evaError('EVA_USAGE:start_unanswered', 'eva init got no answer, and has written nothing', {
        hint: 'name the provider: eva init --provider NAME, or take the default: eva init --yes',
      });
    const accepted = accept(value.trim());
    if (accepted !== null) return accepted;
  }
}

/** The questions, and the lines that answer them. */
interface Conversation {
  readonly asking: Interface;
  readonly answers: AsyncIterator<string>;
}
