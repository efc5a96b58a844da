import type { TimetableInput } from '@gatehouse/contract/features/timetables.ts'
import {
  listTimetableLimits,
  type TimetableFault,
  timetableFaults,
} from '@gatehouse/contract/features/timetables/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime } from '../../lib/format-date.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

type Props = {
  /** Its devices are asked for, too. */
  timetableId?: string | undefined
  deviceIds?: readonly string[] | undefined
  /** Those that are about to get it there. */
  groupIds?: readonly string[] | undefined
  about?: AboutToChange | undefined
  timetable: Pick<TimetableInput, 'validFromOn' | 'validToOn' | 'week' | 'holiday' | 'holidays'>
}

/** The changes that are about to be made at those devices besides. */
export type AboutToChange = {
  /** These groups lose what they have there now. */
  replaces?: 'true'
  /** This policy loses its timetable of now. */
  policyId?: string
  /** Another group is about to pass there at any time. */
  opensToSome?: boolean
}

/** A notice of the parts of a timetable that terminals cannot hold, before it is saved; nothing where they hold all of it. */
export function TimetableFit({ timetableId, deviceIds = [], groupIds = [], about = {}, timetable }: Props) {
  const t = useText()
  const { opensToSome = false, ...changing } = about
  const query = { timetableId, deviceIds: listOf(deviceIds), groupIds: listOf(groupIds), ...changing }
  const isAsked = timetableId !== undefined || deviceIds.length > 0
  const { data = [] } = useQuery({ ...queryOf(listTimetableLimits, { query }), enabled: isAsked })
  const lines = data.flatMap((one) =>
    timetableFaults({ ...one, isOpenToSome: one.isOpenToSome || opensToSome }, timetable, today()).map((fault) => ({
      device: one.device,
      fault,
    })),
  )
  if (lines.length === 0) return null
  return (
    <Notice kind="attention" title={t('shared:timetableFit.title')}>
      {lines.map(({ device, fault }) => (
        <p key={`${device.id} ${fault.problem}`}>{faultText(device.name, fault, t)}</p>
      ))}
    </Notice>
  )
}

const listOf = (ids: readonly string[]) => (ids.length === 0 ? undefined : ids.slice(0, 200).join(','))
const today = () => companyTime(instantOf(nowMs()), 'day')
/** Dates that a line names; it tells how many there are. */
const maxNamed = 3

function faultText(device: string, fault: TimetableFault, t: Text): string {
  if (fault.problem === 'no-hours') return t('shared:timetableFit.no-hours', { device })
  if (fault.problem !== 'holidays-differ') {
    const { problem, ...numbers } = fault
    return t(`shared:timetableFit.${problem}`, { device, ...numbers })
  }
  const { holidays, names } = fault
  const list = (words: readonly string[]) => words.join(t('list:comma'))
  return t('shared:timetableFit.holidaysDiffer', {
    device,
    count: holidays.length,
    holidays: list(holidays.slice(0, maxNamed).map(({ on, remark }) => [on, remark].filter(Boolean).join(' '))),
    names: list(names.map((name) => name ?? t('shared:timetableFit.withoutTimetable'))),
  })
}
