import type { ErrorFields } from '../../ui/feedback/form-errors.ts'

/** Refusals that belong to a field. */
export const packageErrorFields: ErrorFields = {
  'package.version-taken': 'version',
  'package.model-missing': 'model',
  'package.name-missing': 'packageName',
  'package.base-missing': 'baseVersion',
  'package.time-missing': 'timedAt',
}
