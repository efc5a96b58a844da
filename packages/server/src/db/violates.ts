import pg from 'pg'

/** Whether a statement failed on this named constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint
