import { useQueries, useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { lastPassages, type PassagesAt } from '../device/last-faces.tsx'
import { Emphasised, strong } from '../emphasised.tsx'
import { todayOn } from '../person-page/day-name.ts'
import { openAlarmsOf } from './open-alarms.tsx'

type Props = {
  /** The door, or the device. */
  at: PassagesAt
  deviceIds: readonly string[]
  /** The page itself knows of nothing that somebody should look at: the door is shut and its terminals answer. */
  isAtEase: boolean
}

/** The last passage at a door in words, and whether something there needs the reader; nothing that the role does not see. */
export function DoorSentence({ at, deviceIds, isAtEase }: Props) {
  const t = useText()
  const can = useCan()
  const [record] = useQuery({ ...lastPassages(at), enabled: can('record.read') && deviceIds.length > 0 }).data ?? []
  const asked = useQueries({ queries: can('alarm.read') ? deviceIds.map(openAlarmsOf) : [] })
  const alarms = asked.flatMap(({ data }) => data?.items ?? []).length
  const isKnown = can('alarm.read') && deviceIds.length > 0 && asked.every(({ data }) => data)
  const said = record && {
    name: strong(record.person?.name ?? t(`list:personKind.${record.kind}`)),
    at: timeOf(record.recognisedAt),
  }
  return (
    <>
      {said && (
        <Emphasised>
          {t(record.opened ? `doorNow:sentence.${record.direction}` : 'doorNow:sentence.refused', said)}
        </Emphasised>
      )}{' '}
      {isKnown && alarms > 0
        ? t('doorNow:sentence.alarms', { count: alarms })
        : isKnown && isAtEase && t('doorNow:sentence.calm')}{' '}
    </>
  )
}

/** Today's by its time alone. */
function timeOf(instant: string): string {
  const at = companyTime(instant, 'minute')
  return at.startsWith(todayOn()) ? at.slice(11) : at
}
