export type EmbeddedPostgresProblem =
  | 'already-running'
  | 'belongs-to-other-user'
  | 'binaries-missing'
  | 'cluster-missing'
  | 'failed-to-start'
  | 'folder-not-reachable'
  | 'folder-not-writable'
  | 'no-usable-user'
  | 'other-major-version'

/** The reason why the embedded database cannot start. The message is one line that tells the operator what to do. */
export class EmbeddedPostgresError extends Error {
  readonly problem: EmbeddedPostgresProblem

  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.problem = problem
  }
}
