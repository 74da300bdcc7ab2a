import type { JsonValue } from '#model/data/json.js';
import type { DocumentKind } from './documents.gen.js';
import { shapeIssues } from './sentences.js';
import type { ShapeIssue } from './shape-issue.js';
import { documentValidators } from './validators.gen.js';

/** What is wrong with the shape of a document; an empty list if nothing is. */
export function checkDocument(kind: DocumentKind, value: JsonValue): ShapeIssue[] {
  const validate = documentValidators[kind];
  return validate(value) ? [] : shapeIssues(validate.errors ?? [], value);
}
