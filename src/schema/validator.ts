import type { JsonValue } from '#model/data/json.js';
import type { DocumentKind } from './documents.gen.js';
import { shapeIssues } from './issues.js';
import type { ShapeIssue } from './shape-issue.js';
import { documentValidators } from './validators.gen.js';

/** Returns the mistakes in the shape of a document; an empty list if there are none. */
export function checkDocument(kind: DocumentKind, value: JsonValue): ShapeIssue[] {
  const validate = documentValidators[kind];
  return validate(value) ? [] : shapeIssues(validate.errors ?? [], value);
}
