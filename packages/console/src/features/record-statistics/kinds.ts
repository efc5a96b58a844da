import { recognitionRecord } from '@gatehouse/contract/features/records.ts'

/** Every kind of person that a record may be of, in the order in which they are shown. */
export const personKinds = recognitionRecord.shape.kind.options

/** A meaning colour only where it means it: red for the blacklist. */
export const kindColours = {
  staff: '--ink-2',
  visitor: '--kind-visitor',
  stranger: '--kind-stranger',
  spoof: '--grey',
  blacklisted: '--red',
} as const satisfies Record<(typeof personKinds)[number], `--${string}`>
