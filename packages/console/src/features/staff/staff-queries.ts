import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { getStaff, getStaffAccess, listStaff } from '@gatehouse/contract/features/staff.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'

/** What the address of the staff list holds besides the department, which is in its path. */
export const staffListState = listStaff.query
  .omit({ departmentId: true })
  // as the tree counts them
  .extend({ reach: listStaff.query.shape.reach.unwrap().default('branch') })
export type StaffListState = z.output<typeof staffListState>

export const departmentList = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => call(listDepartments, {}, { signal }),
  staleTime: 60_000,
})

/** `departmentId` undefined: everybody. */
export const staffList = (state: StaffListState, departmentId: string | undefined) =>
  queryOptions({
    queryKey: ['staff', 'list', departmentId ?? null, state],
    queryFn: ({ signal }) => call(listStaff, { query: { ...state, departmentId } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const staffDetail = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'detail', id],
    queryFn: ({ signal }) => call(getStaff, { params: { id } }, { signal }),
  })

export const staffAccess = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'access', id],
    queryFn: ({ signal }) => call(getStaffAccess, { params: { id } }, { signal }),
  })

/** People by name, for choosing a manager. */
export const staffChoices = (keyword: string) =>
  queryOptions({
    queryKey: ['staff', 'choices', keyword],
    queryFn: ({ signal }) => call(listStaff, { query: { keyword, size: 20, sort: 'name', order: 'asc' } }, { signal }),
    placeholderData: keepPreviousData,
  })
