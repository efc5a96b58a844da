import type { StewardLink } from '@gatehouse/contract/features/muster.ts'
import { useEffect, useState } from 'react'
import { type Text, useText } from '../../i18n/i18n.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'

/** A phone asks every five seconds; one that has been silent for this long is offline. */
const silentMs = 30_000

/** Whether the phone of a steward is connected. It looks again by itself: a phone that goes away says nothing. */
export function StewardState({ link }: { link: StewardLink }) {
  const t = useText()
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const [meaning, words] = stateOf(link, now, t)
  return <StatusMark meaning={meaning}>{words}</StatusMark>
}

function stateOf({ state, lastSeenAt }: StewardLink, now: number, t: Text): [Meaning, string] {
  if (state !== 'usable') return ['none', t(`muster:steward.${state}`)]
  if (lastSeenAt === null) return ['waiting', t('muster:steward.notOpened')]
  const silent = now - instantMs(lastSeenAt)
  if (silent < silentMs) return ['good', t('muster:steward.connected')]
  return ['attention', t('muster:steward.offline', { minutes: Math.max(1, Math.round(silent / 60_000)) })]
}
