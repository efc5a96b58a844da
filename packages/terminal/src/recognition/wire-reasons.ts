import type { WireRecord } from '@gatehouse/contract/device/link.ts'
import type { Reason } from '@gatehouse/engine/passage/may-pass.ts'

/** What a record has room for. The last reasons decided, so they are the ones that stay. */
const mostReasons = 64
/** 39 characters each in JSON, of the 2,000 that a reason may have. */
const mostGroups = 40

/** The chain of reasons as a record carries it: as the engine gave it, cut where somebody is in very many groups. */
export function wireReasons(reasons: readonly Reason[]): WireRecord['reasons'] {
  return reasons
    .slice(-mostReasons)
    .map((reason) =>
      'groupIds' in reason ? { ...reason, groupIds: reason.groupIds.slice(0, mostGroups) } : { ...reason },
    )
}
