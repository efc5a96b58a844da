import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../api/query.ts'

/** The parameters in the URL of the staff list, besides the department, which is in its path. */
export const staffListState = listStaff.query.omit({ departmentId: true }).extend({
  // as the tree counts them
  reach: listStaff.query.shape.reach.unwrap().default('branch'),
  // people who left are asked for
  employment: listStaff.query.shape.employment.unwrap().default('current'),
})
export type StaffListState = z.output<typeof staffListState>

export const departmentList = queryOptions({ ...queryOf(listDepartments), staleTime: 60_000 })

/** The address keeps `suspended` as text; the route reads text. */
export const staffQueryText = ({ suspended, ...state }: StaffListState) => ({
  ...state,
  ...(suspended === undefined ? {} : { suspended: suspended ? ('true' as const) : ('false' as const) }),
})

/** `departmentId` undefined: everybody. */
export const staffList = (state: StaffListState, departmentId: string | undefined) =>
  queryOptions({
    ...queryOf(listStaff, { query: { ...staffQueryText(state), departmentId } }),
    placeholderData: keepPreviousData,
  })

export const staffDetail = (id: string) => queryOf(getStaff, { params: { id } })

/** People by name, for choosing a manager. */
export const staffChoices = (keyword: string) =>
  queryOptions({
    ...queryOf(listStaff, { query: { keyword, employment: 'current', size: 20, sort: 'name', order: 'asc' } }),
    placeholderData: keepPreviousData,
  })
