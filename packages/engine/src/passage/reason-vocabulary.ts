import type { Reason } from './may-pass.ts'

type FieldOfAny<R> = R extends unknown ? Exclude<keyof R, 'code'> : never
/** A field that some reason has beside its code. */
export type ReasonField = FieldOfAny<Reason>
