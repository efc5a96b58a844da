import { getCompany } from '@gatehouse/contract/features/company.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { getMailConfig } from '@gatehouse/contract/features/service-config.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const companyZoneQuery = queryOf(getCompany)

export const deviceCountsQuery = queryOptions({
  ...queryOf(listDevices, { query: { size: 1 } }),
  select: ({ counts }) => counts,
})

export const mailQuery = queryOf(getMailConfig)

export const staffWithPortraitQuery = queryOptions({
  ...queryOf(listStaff, { query: { portrait: 'with', size: 1 } }),
  select: ({ total }) => total,
})

/** The newest recognition record; null while there is none. */
export const latestRecordQuery = queryOptions({
  ...queryOf(listRecords, { query: { size: 1 } }),
  select: ({ items }) => items[0] ?? null,
})
