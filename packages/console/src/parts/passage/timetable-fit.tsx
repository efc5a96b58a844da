import type { TimetableInput } from '@gatehouse/contract/features/timetables.ts'
import { listTimetableLimits, timetableFaults } from '@gatehouse/contract/features/timetables/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

type Props = {
  /** Its devices are asked for, too. */
  timetableId?: string | undefined
  deviceIds?: readonly string[] | undefined
  timetable: Pick<TimetableInput, 'week' | 'holiday' | 'holidays'>
}

/** A notice of the parts of a timetable that terminals cannot hold, before it is saved; nothing where they hold all of it. */
export function TimetableFit({ timetableId, deviceIds = [], timetable }: Props) {
  const t = useText()
  const query = { timetableId, deviceIds: deviceIds.length === 0 ? undefined : deviceIds.slice(0, 200).join(',') }
  const isAsked = timetableId !== undefined || deviceIds.length > 0
  const { data = [] } = useQuery({ ...queryOf(listTimetableLimits, { query }), enabled: isAsked })
  const lines = data.flatMap(({ device, limits }) =>
    timetableFaults(limits, timetable).map((fault) => ({ device, ...fault })),
  )
  if (lines.length === 0) return null
  return (
    <Notice kind="attention" title={t('shared:timetableFit.title')}>
      {lines.map(({ device, problem, has, max }) => (
        <p key={`${device.id} ${problem}`}>
          {t(`shared:timetableFit.${problem === 'holidays' && max === 0 ? 'noHolidays' : problem}`, {
            device: device.name,
            has,
            max,
          })}
        </p>
      ))}
    </Notice>
  )
}
