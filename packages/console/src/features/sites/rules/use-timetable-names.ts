import { getTimetable } from '@gatehouse/contract/features/timetables.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../../api/query.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'

/** The names of timetables, for who may see them; one that is still being loaded is an ellipsis. */
export function useTimetableNames(ids: readonly (string | null | undefined)[]): (id: string) => string {
  const t = useText()
  const can = useCan()
  const maySee = can('timetable.read')
  const known = [...new Set(ids.filter((id) => typeof id === 'string'))]
  const results = useQueries({
    queries: known.map((id) => ({ ...queryOf(getTimetable, { params: { id } }), enabled: maySee })),
  })
  return (id) => {
    const result = results[known.indexOf(id)]
    if (result?.data) return result.data.name
    return maySee && result?.isPending ? '…' : t('rules:hiddenTimetable')
  }
}
