import {
  attendanceStatistics,
  departmentStatistics,
  getAttendanceDay,
  getAttendanceMonth,
  getAttendanceRule,
  listAttendanceAreas,
  listAttendanceDays,
  listAttendanceRules,
  listMonthLocks,
  listPunchRequests,
  listRulePeople,
} from '@gatehouse/contract/features/attendance.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `attendance`: a hint refreshes what is shown.

export const ruleList = queryOptions({
  queryKey: ['attendance', 'rules'],
  queryFn: ({ signal }) => call(listAttendanceRules, {}, { signal }),
})

export const ruleDetail = (id: string) =>
  queryOptions({
    queryKey: ['attendance', 'rules', id],
    queryFn: ({ signal }) => call(getAttendanceRule, { params: { id } }, { signal }),
    retry: false,
  })

export const rulePeople = (id: string, page: number) =>
  queryOptions({
    queryKey: ['attendance', 'rules', id, 'people', page],
    queryFn: ({ signal }) => call(listRulePeople, { params: { id }, query: { page, size: 50 } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const areaList = queryOptions({
  queryKey: ['attendance', 'areas'],
  queryFn: ({ signal }) => call(listAttendanceAreas, {}, { signal }),
})

export const dayList = (query: QueryInput<typeof listAttendanceDays>) =>
  queryOptions({
    queryKey: ['attendance', 'days', query],
    queryFn: ({ signal }) => call(listAttendanceDays, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const dayDetail = (personId: string, on: string) =>
  queryOptions({
    queryKey: ['attendance', 'day', personId, on],
    queryFn: ({ signal }) => call(getAttendanceDay, { params: { personId, on } }, { signal }),
    retry: false,
  })

export const monthOf = (personId: string, month: string) =>
  queryOptions({
    queryKey: ['attendance', 'month', personId, month],
    queryFn: ({ signal }) => call(getAttendanceMonth, { params: { personId, month } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const requestList = (query: QueryInput<typeof listPunchRequests>) =>
  queryOptions({
    queryKey: ['attendance', 'requests', query],
    queryFn: ({ signal }) => call(listPunchRequests, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const statisticsOf = (query: QueryInput<typeof attendanceStatistics>) =>
  queryOptions({
    queryKey: ['attendance', 'statistics', query],
    queryFn: ({ signal }) => call(attendanceStatistics, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const departmentFigures = (query: QueryInput<typeof departmentStatistics>) =>
  queryOptions({
    queryKey: ['attendance', 'departments', query],
    queryFn: ({ signal }) => call(departmentStatistics, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const lockList = queryOptions({
  queryKey: ['attendance', 'locks'],
  queryFn: ({ signal }) => call(listMonthLocks, {}, { signal }),
})

/** Departments by their whole path, for choosing. */
export const departmentChoices = queryOptions({
  queryKey: ['departments', 'paths'],
  queryFn: async ({ signal }) => {
    const departments = await call(listDepartments, {}, { signal })
    const byId = new Map(departments.map((department) => [department.id, department]))
    const pathOf = (id: string): string => {
      const department = byId.get(id)
      if (!department) return ''
      return department.parentId ? `${pathOf(department.parentId)} / ${department.name}` : department.name
    }
    return departments
      .map(({ id }) => ({ value: id, label: pathOf(id) }))
      .toSorted((a, b) => (a.label < b.label ? -1 : 1))
  },
  staleTime: 60_000,
})

export const personChoices = (keyword: string) =>
  queryOptions({
    queryKey: ['staff', 'choices', keyword],
    queryFn: ({ signal }) => call(listStaff, { query: { keyword, size: 20, sort: 'name', order: 'asc' } }, { signal }),
    placeholderData: keepPreviousData,
  })
