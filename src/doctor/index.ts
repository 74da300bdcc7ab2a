import type { LibraryCheck, PromptCheck } from './check.js';
import { aliases } from './rules/aliases.js';
import { bodyLength } from './rules/body-length.js';
import { comparisonPossible } from './rules/compare-rule.js';
import { keysPresent, nodeVersion, providersReachable } from './rules/environment.js';
import { libraryFiles, promptFiles, somePrompts } from './rules/files.js';
import { freshEvidence } from './rules/fresh-evidence.js';
import { hiddenCharacters } from './rules/hidden-characters.js';
import { requiredInputsUsed, variablesDeclared } from './rules/inputs.js';
import { lookAlikes } from './rules/look-alikes.js';
import { programsExist } from './rules/missing-programs.js';
import { budgetSuffices } from './rules/short-budget.js';
import { skillDescription, skillId } from './rules/skill.js';
import { untrustedPrograms, untrustedProviders } from './rules/untrusted-programs.js';

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
  programsExist,
  untrustedPrograms,
  comparisonPossible,
  budgetSuffices,
  freshEvidence,
];

/** Every rule about the library and the machine, in the order in which problems are listed. */
export const libraryChecks: readonly LibraryCheck[] = [
  somePrompts,
  nodeVersion,
  keysPresent,
  providersReachable,
  libraryFiles,
  untrustedProviders,
];
