import type { DeviceSettingsState } from '@gatehouse/contract/features/device-settings.ts'
import { chanceOfFalseOpening } from '@gatehouse/face/core/threshold-policy.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'
import { formatNumber, scoreText } from '../../lib/format-number.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { deviceSettingsQuery } from './device-queries.ts'

type FaceThreshold = NonNullable<DeviceSettingsState['faceThreshold']>

/** The strangers of a day at a quiet entrance, where hardly any were seen. */
const assumedStrangers = 20

/** "About one false opening in 8 months at 20 strangers a day", by the worst measured group or by the strangers here. */
export function rateText({ inForce, people, factor, openSet, strangersPerDay }: FaceThreshold, t: Text): string {
  const isSeen = strangersPerDay >= 1
  const strangers = isSeen ? Math.round(strangersPerDay) : assumedStrangers
  const chance = chanceOfFalseOpening(inForce, { people, factor, openSet })
  const rate = t('devices:faceThreshold.rate', {
    period: periodText(chance * strangers, t),
    strangers: formatNumber(strangers),
  })
  return sentences(rate, t(isSeen ? 'devices:faceThreshold.seen' : 'devices:faceThreshold.assumed'))
}

/** Of so many a day: the time in which there is one, as people say it. */
function periodText(perDay: number, t: Text): string {
  const days = 1 / perDay
  if (days < 1.5) return t('devices:faceThreshold.day')
  const [unit, length] =
    days < 60 ? (['days', 1] as const) : days < 730 ? (['months', 30.44] as const) : (['years', 365.25] as const)
  const count = Math.min(100, Math.round(days / length))
  return t(`devices:faceThreshold.${unit}`, { count })
}

const lowKey = ({ isCounted }: FaceThreshold) =>
  isCounted ? ('devices:faceThreshold.lowText' as const) : ('devices:faceThreshold.lowUncounted' as const)

/** Above the settings of recognition: the threshold in force, what it was made for, and in red if it is too low. */
export function FaceThresholdWords({ of }: { of: FaceThreshold }) {
  const t = useText()
  const { isByHand, inForce, floor, people, isCounted } = of
  const values = { threshold: scoreText(inForce), floor: scoreText(floor), people: formatNumber(people) }
  const rate = rateText(of, t)
  if (inForce < floor)
    return (
      <Notice kind="bad" className="face-threshold-low" title={t('devices:faceThreshold.low', values)}>
        {sentences(t(lowKey(of), values), rate, t('devices:faceThreshold.group'))}
      </Notice>
    )
  const by = isByHand ? 'byHand' : isCounted ? 'automatic' : 'uncounted'
  return (
    <Notice kind="info" title={t(`devices:faceThreshold.${by}`, values)}>
      {sentences(rate, t('devices:faceThreshold.group'))}
    </Notice>
  )
}

/** On the page of a device whose threshold is below the floor. */
export function LowFaceThreshold({ deviceId }: { deviceId: string }) {
  const t = useText()
  const { data } = useQuery(deviceSettingsQuery(deviceId))
  const of = data?.faceThreshold
  if (!of || of.inForce >= of.floor) return null
  const values = { threshold: scoreText(of.inForce), floor: scoreText(of.floor), people: formatNumber(of.people) }
  return (
    <Notice
      kind="bad"
      className="face-threshold-low"
      title={t('devices:faceThreshold.low', values)}
      action={<Link to="?tab=settings">{t('devices:noLiveness.toSetting')}</Link>}
    >
      {sentences(t(lowKey(of), values), rateText(of, t))}
    </Notice>
  )
}
