import { alarmStatusesOfNeed, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { lastPassages, type PassagesAt } from '../device/last-faces.tsx'
import { Emphasised, strong } from '../emphasised.tsx'
import { todayOn } from '../person-page/day-name.ts'

type Props = {
  /** The door, or the device. */
  at: PassagesAt
  /** Its devices; with a port the door of a device with several. */
  readers: readonly { deviceId: string; port?: number }[]
  /** The page itself knows of nothing that somebody should look at: the door is shut and its terminals answer. */
  isAtEase: boolean
}

/**
 * The last passage at a door in words, and whether something there needs the reader; nothing that the role does not see. As in Live, an alarm
 * that somebody has taken on needs nobody else.
 */
export function DoorSentence({ at, readers, isAtEase }: Props) {
  const t = useText()
  const can = useCan()
  const [record] = useQuery({ ...lastPassages(at), enabled: can('record.read') && readers.length > 0 }).data ?? []
  const asked = useQueries({
    queries: (can('alarm.read') ? readers : []).flatMap((reader) =>
      alarmStatusesOfNeed.map((status) => queryOf(listAlarms, { query: { ...reader, status, size: 50 } })),
    ),
  })
  // Those of a device as a whole stand at each of its doors, and are one alarm.
  const alarms = new Set(asked.flatMap(({ data }) => (data?.items ?? []).map(({ id }) => id))).size
  const isKnown = can('alarm.read') && readers.length > 0 && asked.every(({ data }) => data)
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
