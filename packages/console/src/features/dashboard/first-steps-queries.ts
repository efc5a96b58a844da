import { getCompany } from '@gatehouse/contract/features/company.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listPolicies } from '@gatehouse/contract/features/policies.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Each key begins with its live topic: the board ticks itself off while the person watches.

export const companyZoneQuery = queryOptions({
  queryKey: ['company', 'zone'],
  queryFn: ({ signal }) => call(getCompany, {}, { signal }),
})

export const deviceCountsQuery = queryOptions({
  queryKey: ['devices', 'counts'],
  queryFn: async ({ signal }) => (await call(listDevices, { query: { size: 1 } }, { signal })).counts,
})

export const departmentCountQuery = queryOptions({
  queryKey: ['departments', 'count'],
  queryFn: async ({ signal }) => (await call(listDepartments, {}, { signal })).length,
})

export const staffWithPortraitQuery = queryOptions({
  queryKey: ['staff', 'with-portrait'],
  queryFn: async ({ signal }) => (await call(listStaff, { query: { portrait: 'with', size: 1 } }, { signal })).total,
})

export const policyCountQuery = queryOptions({
  queryKey: ['policies', 'count'],
  queryFn: async ({ signal }) => (await call(listPolicies, { query: { size: 1 } }, { signal })).total,
})

/** The newest recognition record; null while there is none. */
export const latestRecordQuery = queryOptions({
  queryKey: ['records', 'latest'],
  queryFn: async ({ signal }) => (await call(listRecords, { query: { size: 1 } }, { signal })).items[0] ?? null,
})
