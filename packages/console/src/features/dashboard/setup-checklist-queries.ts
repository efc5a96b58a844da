import { getCompany } from '@gatehouse/contract/features/company.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listPolicies } from '@gatehouse/contract/features/policies.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const companyZoneQuery = queryOf(getCompany)

export const deviceCountsQuery = queryOptions({
  ...queryOf(listDevices, { query: { size: 1 } }),
  select: ({ counts }) => counts,
})

export const departmentCountQuery = queryOptions({ ...queryOf(listDepartments), select: ({ length }) => length })

export const staffWithPortraitQuery = queryOptions({
  ...queryOf(listStaff, { query: { portrait: 'with', size: 1 } }),
  select: ({ total }) => total,
})

export const policyCountQuery = queryOptions({
  ...queryOf(listPolicies, { query: { size: 1 } }),
  select: ({ total }) => total,
})

/** The newest recognition record; null while there is none. */
export const latestRecordQuery = queryOptions({
  ...queryOf(listRecords, { query: { size: 1 } }),
  select: ({ items }) => items[0] ?? null,
})
