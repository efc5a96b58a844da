import type { WireRecord } from '@gatehouse/contract/device/link.ts'
import type { Reason } from '@gatehouse/engine/passage/may-pass.ts'

/** The number of reasons that fit into a record. The last reasons decided, so they are kept. */
const maxReasons = 64
/** 39 characters each in JSON, of the 2,000 that a reason may have. */
const maxIds = 40

/**
 * The chain of reasons as a record carries it: as the engine gave it, cut for a person in very many groups or with very many floors. A reason
 * about several people is left to the record's `candidates`, from which the server makes it again: an earlier server
 * refuses words that it does not know.
 */
export function wireReasons(reasons: readonly Reason[]): WireRecord['reasons'] {
  return reasons
    .flatMap((reason) => {
      if (reason.code === 'faces-too-alike') return [{ code: 'face-not-known' as const }]
      return reason.code === 'entries-of-one-face' ? [] : [reason]
    })
    .slice(-maxReasons)
    .map((reason) => {
      if ('groupIds' in reason) return { ...reason, groupIds: reason.groupIds.slice(0, maxIds) }
      return 'areaIds' in reason ? { ...reason, areaIds: reason.areaIds.slice(0, maxIds) } : { ...reason }
    })
}
