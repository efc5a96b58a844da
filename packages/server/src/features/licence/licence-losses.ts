import type { LicenceLoss } from '@gatehouse/contract/features/licence.ts'
import type { LicenceRow } from './licence-store.ts'

export type Terms = Pick<
  LicenceRow,
  'kind' | 'edition' | 'valid_to' | 'device_limit' | 'person_limit' | 'allows_internet'
>

const isLess = (limit: number | null, than: number | null) => limit !== null && (than === null || limit < than)

/**
 * The losses when `next` replaces `before`. The number of used devices and people is included only for a caller who may know it.
 */
export function lossesOf(
  before: Terms | undefined,
  next: Terms,
  used: { devices: number; people: number },
  mayKnowUsed = true,
): LicenceLoss[] {
  const losses: LicenceLoss[] = []
  if (before) {
    if (before.kind === 'file' && next.kind === 'trial') losses.push({ what: 'trial', from: 'file', to: 'trial' })
    if (before.edition !== next.edition) losses.push({ what: 'edition', from: before.edition, to: next.edition })
    if (Temporal.Instant.compare(next.valid_to, before.valid_to) < 0)
      losses.push({ what: 'end', from: before.valid_to, to: next.valid_to })
    if (isLess(next.device_limit, before.device_limit))
      losses.push({ what: 'devices', from: before.device_limit, to: next.device_limit })
    if (isLess(next.person_limit, before.person_limit))
      losses.push({ what: 'people', from: before.person_limit, to: next.person_limit })
    if (before.allows_internet && !next.allows_internet) losses.push({ what: 'internet', from: null, to: null })
  }
  const known = (count: number) => (mayKnowUsed ? count : null)
  if (isLess(next.device_limit, used.devices))
    losses.push({ what: 'devices-taken', from: known(used.devices), to: next.device_limit })
  if (isLess(next.person_limit, used.people))
    losses.push({ what: 'people-taken', from: known(used.people), to: next.person_limit })
  return losses
}
