import { aliases } from './aliases.js';
import { bodyLength } from './body-length.js';
import type { LibraryCheck, PromptCheck } from './check.js';
import { libraryFiles, promptFiles } from './files.js';
import { freshEvidence } from './fresh-evidence.js';
import { hiddenCharacters } from './hidden-characters.js';
import { keysPresent } from './keys-present.js';
import { lookAlikes } from './look-alikes.js';
import { nodeVersion } from './node-version.js';
import { requiredInputsUsed } from './required-inputs-used.js';
import { skillDescription } from './skill-description.js';
import { skillId } from './skill-id.js';
import { somePrompts } from './some-prompts.js';
import { untrustedPrograms, untrustedProviders } from './untrusted-programs.js';
import { variablesDeclared } from './variables-declared.js';

/** Every rule about a prompt, in the order in which problems are listed. */
export const promptChecks: readonly PromptCheck[] = [
  promptFiles,
  variablesDeclared,
  requiredInputsUsed,
  skillId,
  skillDescription,
  bodyLength,
  hiddenCharacters,
  lookAlikes,
  aliases,
  untrustedPrograms,
  freshEvidence,
];

/** Every rule about the library and the machine, in the order in which problems are listed. */
export const libraryChecks: readonly LibraryCheck[] = [
  somePrompts,
  nodeVersion,
  keysPresent,
  libraryFiles,
  untrustedProviders,
];
