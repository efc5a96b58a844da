import pg from 'pg'

/** Whether a statement failed on this named constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint

/** Whether a value was one that its column cannot take: the same statement always fails the same way. */
export const isDataException = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('22') === true
