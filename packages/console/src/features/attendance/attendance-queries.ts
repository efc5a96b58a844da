import { attendanceStatistics, departmentStatistics } from '@gatehouse/contract/features/attendance/reports.ts'
import {
  getAttendanceDay,
  getAttendanceMonth,
  listAttendanceDays,
  listAttendanceMonth,
  listMonthLocks,
} from '@gatehouse/contract/features/attendance/days.ts'
import {
  getAttendanceRule,
  listAttendanceRules,
  listRulePeople,
} from '@gatehouse/contract/features/attendance/rules.ts'
import { listAttendanceAreas } from '@gatehouse/contract/features/attendance/areas.ts'
import { listPunchRequests } from '@gatehouse/contract/features/attendance/punches.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const ruleList = queryOf(listAttendanceRules)

export const ruleDetail = (id: string) =>
  queryOptions({ ...queryOf(getAttendanceRule, { params: { id } }), retry: false })

export const rulePeople = (id: string, page: number) =>
  queryOptions({
    ...queryOf(listRulePeople, { params: { id }, query: { page, size: 50 } }),
    placeholderData: keepPreviousData,
  })

export const areaList = queryOf(listAttendanceAreas)

export const dayList = (query: QueryInput<typeof listAttendanceDays>) =>
  queryOptions({ ...queryOf(listAttendanceDays, { query }), placeholderData: keepPreviousData })

export const dayDetail = (personId: string, on: string) =>
  queryOptions({ ...queryOf(getAttendanceDay, { params: { personId, on } }), retry: false })

export const monthOf = (personId: string, month: string) =>
  queryOptions({
    ...queryOf(getAttendanceMonth, { params: { personId, month } }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const monthOfMany = (month: string, query: QueryInput<typeof listAttendanceMonth>) =>
  queryOptions({
    ...queryOf(listAttendanceMonth, { params: { month }, query }),
    placeholderData: keepPreviousData,
  })

export const requestList = (query: QueryInput<typeof listPunchRequests>) =>
  queryOptions({ ...queryOf(listPunchRequests, { query }), placeholderData: keepPreviousData })

export const statisticsOf = (query: QueryInput<typeof attendanceStatistics>) =>
  queryOptions({ ...queryOf(attendanceStatistics, { query }), placeholderData: keepPreviousData })

export const departmentFigures = (query: QueryInput<typeof departmentStatistics>) =>
  queryOptions({ ...queryOf(departmentStatistics, { query }), placeholderData: keepPreviousData })

export const lockList = queryOf(listMonthLocks)

/** Departments by their whole path, for choosing. */
export const departmentChoices = queryOptions({
  ...queryOf(listDepartments),
  select: (departments) => {
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
    ...queryOf(listStaff, { query: { keyword, size: 20, sort: 'name', order: 'asc' } }),
    placeholderData: keepPreviousData,
  })
