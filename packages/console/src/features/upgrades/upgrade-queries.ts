import {
  getPackage,
  listPackageDevices,
  listPackages,
  listVersions,
  previewPackage,
  type UpgradePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import type { Query, QueryInput } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `upgrades`: a hint refreshes what is shown.

export type Kind = UpgradePackage['kind']

/** Where a kind's pages are; the specification spells them so. */
export const addressOf = {
  firmware: '/upgrade/firwareManagement',
  application: '/upgrade/applicationManagement',
} as const satisfies Record<Kind, string>

export const packageList = (state: Query<typeof listPackages>) =>
  queryOptions({
    queryKey: ['upgrades', 'list', state],
    queryFn: ({ signal }) => call(listPackages, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const packageDetail = (id: string) =>
  queryOptions({
    queryKey: ['upgrades', 'one', id],
    queryFn: ({ signal }) => call(getPackage, { params: { id } }, { signal }),
  })

export const packageDevices = (id: string, query: QueryInput<typeof listPackageDevices>) =>
  queryOptions({
    queryKey: ['upgrades', 'devices', id, query],
    queryFn: ({ signal }) => call(listPackageDevices, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const packagePreview = (id: string, query: QueryInput<typeof previewPackage>) =>
  queryOptions({
    queryKey: ['upgrades', 'preview', id, query],
    queryFn: ({ signal }) => call(previewPackage, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const versionsInUse = (kind: Kind) =>
  queryOptions({
    queryKey: ['upgrades', 'versions', kind],
    queryFn: ({ signal }) => call(listVersions, { query: { kind } }, { signal }),
  })
