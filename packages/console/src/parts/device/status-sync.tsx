import type { KeptOffReason } from '@gatehouse/contract/device/kept-off.ts'
import type { personFailures } from '@gatehouse/contract/device/link.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

const meanings = { done: 'good', waiting: 'waiting', 'no-portrait': 'none', 'kept-off': 'none', failed: 'bad' } as const
type SyncState = keyof typeof meanings

type Failure = (typeof personFailures)[number]
// A list here, so that the schemas of the device link do not come to the browser; one that is missing does not compile.
const failures: Record<Failure, (t: Text) => string> = {
  'portrait-missing': (t) => t('list:syncFailure.portrait-missing'),
  'portrait-unreadable': (t) => t('list:syncFailure.portrait-unreadable'),
  'no-face': (t) => t('list:syncFailure.no-face'),
  'model-mismatch': (t) => t('list:syncFailure.model-mismatch'),
  capacity: (t) => t('list:syncFailure.capacity'),
  'not-on-device': (t) => t('list:syncFailure.not-on-device'),
  'pin-unknown': (t) => t('list:syncFailure.pin-unknown'),
  'card-unwritable': (t) => t('list:syncFailure.card-unwritable'),
  'portrait-too-large': (t) => t('list:syncFailure.portrait-too-large'),
  'portrait-refused': (t) => t('list:syncFailure.portrait-refused'),
  'face-unusable': (t) => t('list:syncFailure.face-unusable'),
  'refused-for-now': (t) => t('list:syncFailure.refused-for-now'),
  refused: (t) => t('list:syncFailure.refused'),
  'no-answer': (t) => t('list:syncFailure.no-answer'),
}
const keptOff: Record<KeptOffReason, (t: Text) => string> = {
  blacklisted: (t) => t('list:keptOff.blacklisted'),
  suspended: (t) => t('list:keptOff.suspended'),
  left: (t) => t('list:keptOff.left'),
  expired: (t) => t('list:keptOff.expired'),
  'not-yet-valid': (t) => t('list:keptOff.not-yet-valid'),
  'no-hours': (t) => t('list:keptOff.no-hours'),
}
const isKeptOff = (reason: string | null): reason is KeptOffReason => reason !== null && Object.hasOwn(keptOff, reason)
const isFailure = (reason: string | null): reason is Failure => reason !== null && Object.hasOwn(failures, reason)

/** Why a device does not know a person (yet), and what to do about it. */
function syncExplanation(state: SyncState, reason: string | null, t: Text): string | undefined {
  if (state === 'done') return undefined
  // Kept off, and still on the device: it waits to be taken off.
  if (state === 'waiting') return t(isKeptOff(reason) ? 'list:sync.leavingWhy' : 'list:sync.waitingWhy')
  if (isKeptOff(reason)) return keptOff[reason](t)
  return isFailure(reason) ? failures[reason](t) : t('list:sync.unknown', { reason: reason ?? '' })
}

/** Whether a device knows a person: the state as icon and word, and where it does not, what to do. */
export function SyncMark({ state, reason }: { state: SyncState; reason: string | null }) {
  const t = useText()
  const why = syncExplanation(state, reason, t)
  return (
    <>
      <StatusMark meaning={meanings[state]}>{t(`list:sync.${state}`)}</StatusMark>
      {why && <small>{why}</small>}
    </>
  )
}
