import { listMusterPoints } from '@gatehouse/contract/features/muster.ts'
import { listFloorPlans } from '@gatehouse/contract/features/floor-plans.ts'
import { type Door, listDoors } from '@gatehouse/contract/features/sites.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryOf } from '../../../api/query.ts'

export const sitePlans = (siteId: string) => queryOf(listFloorPlans, { params: { id: siteId } })

export const sitePoints = (siteId: string) => queryOf(listMusterPoints, { query: { siteId } })

const pageSize = 200

/** All doors of a site, by name. */
export const siteDoors = (siteId: string) =>
  queryOptions({
    queryKey: ['sites', 'all-doors', siteId],
    queryFn: async ({ signal }) => {
      const doors: Door[] = []
      for (let page = 1; ; page++) {
        const { items, total } = await call(listDoors, { query: { siteId, page, size: pageSize } }, { signal })
        doors.push(...items)
        if (items.length < pageSize || doors.length >= total) return doors
      }
    },
  })
