/** A code on a screen or paper that stands for a person for a while and a number of times. */
export interface Pass {
  id: string
  validFromMs: number
  /** this instant is no longer valid */
  validToMs: number
  /** null: no limit */
  maxUses: number | null
  usedCount: number
  isRevoked: boolean
}

export type PassReason = {
  code:
    | 'pass-unknown'
    | 'pass-elsewhere'
    | 'pass-revoked'
    | 'pass-not-started'
    | 'pass-over'
    | 'pass-used-up'
    | 'pass-holds'
  passId?: string
  validFromMs?: number
  validToMs?: number
  maxUses?: number | null
  usedCount?: number
}

/** Is the pass good now? Its person is evaluated separately. A clock that was never set refuses. */
export function evaluatePass(pass: Pass, atMs: number | null): PassReason | { code: 'clock-unset' } {
  const { id: passId, validFromMs, validToMs, maxUses, usedCount } = pass
  if (pass.isRevoked) return { code: 'pass-revoked', passId }
  if (atMs === null) return { code: 'clock-unset' }
  // Asked this way round, a NaN refuses.
  if (!(validFromMs <= atMs)) return { code: 'pass-not-started', passId, validFromMs, validToMs }
  if (!(atMs < validToMs)) return { code: 'pass-over', passId, validFromMs, validToMs }
  if (maxUses !== null && !(usedCount < maxUses)) return { code: 'pass-used-up', passId, maxUses, usedCount }
  return { code: 'pass-holds', passId, maxUses, usedCount }
}
