import { getTimetable, listTimetables } from '@gatehouse/contract/features/timetables.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `timetables`: a hint refreshes what is shown.

export const timetableList = (state: Query<typeof listTimetables>) =>
  queryOptions({
    queryKey: ['timetables', 'list', state],
    queryFn: ({ signal }) => call(listTimetables, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const timetableDetail = (id: string) =>
  queryOptions({
    queryKey: ['timetables', 'one', id],
    queryFn: ({ signal }) => call(getTimetable, { params: { id } }, { signal }),
  })
