import { getTimetable, listTimetables } from '@gatehouse/contract/features/timetables.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const timetableList = (state: Query<typeof listTimetables>) =>
  queryOptions({ ...queryOf(listTimetables, { query: state }), placeholderData: keepPreviousData })

export const timetableDetail = (id: string) => queryOf(getTimetable, { params: { id } })
