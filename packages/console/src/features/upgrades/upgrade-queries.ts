import {
  getPackage,
  listPackageMakes,
  listPackageDevices,
  listPackages,
  listVersions,
  previewPackage,
  type UpgradePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Query, QueryInput } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export type Kind = UpgradePackage['kind']

/** The paths of a kind's pages, as the specification spells them. */
export const packagePaths = {
  firmware: pathTo('firmware'),
  application: pathTo('application'),
} as const satisfies Record<Kind, string>

export const packageList = (state: Query<typeof listPackages>) =>
  queryOptions({ ...queryOf(listPackages, { query: state }), placeholderData: keepPreviousData })

export const packageDetail = (id: string) => queryOf(getPackage, { params: { id } })

export const packageDevices = (id: string, query: QueryInput<typeof listPackageDevices>) =>
  queryOptions({ ...queryOf(listPackageDevices, { params: { id }, query }), placeholderData: keepPreviousData })

export const packagePreview = (id: string, query: QueryInput<typeof previewPackage>) =>
  queryOptions({ ...queryOf(previewPackage, { params: { id }, query }), placeholderData: keepPreviousData })

export const packageMakes = (kind: Kind) => queryOf(listPackageMakes, { query: { kind } })

export const versionsInUse = (kind: Kind) => queryOf(listVersions, { query: { kind } })
