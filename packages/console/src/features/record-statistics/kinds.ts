import { recognitionRecord } from '@gatehouse/contract/features/records.ts'

/** Every kind of person that a record may be of, in the order in which they are shown. */
export const personKinds = recognitionRecord.shape.kind.options
