export type LinkErrorOptions = {
  readonly status?: number
  readonly code?: string
  readonly retryAfterMs?: number
  readonly cause?: unknown
}

/** A call to the server that did not succeed. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  /**
   * `unreachable`: no answer came, and the server may or may not have acted. `refused`: the server refused, `code`
   * gives the reason. `misunderstood`: the answer is not of this protocol.
   */
  readonly kind: 'unreachable' | 'refused' | 'misunderstood'
  readonly status: number | null
  /** The server's own code, as `device.code-wrong`. */
  readonly code: string | null
  /** Retries before this instant are useless. */
  readonly retryAfterMs: number | null

  constructor(kind: LinkError['kind'], message: string, options: LinkErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.status = options.status ?? null
    this.code = options.code ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Whether the server refused with this code. */
export const isRefusedWith = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof LinkError && error.kind === 'refused' && error.code !== null && codes.includes(error.code)
