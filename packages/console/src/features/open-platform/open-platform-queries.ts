import * as contract from '@gatehouse/contract/features/open-platform.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../../api/query.ts'

export const applicationList = queryOf(contract.listApplications)

export const applicationQuery = (id: string) =>
  queryOptions({ ...queryOf(contract.getApplication, { params: { id } }), retry: false })

export type DeliveryState = (typeof contract.deliveryStates)[number]

export const deliveryList = (webhookId: string, state: DeliveryState | undefined) =>
  pagesOf(contract.listDeliveries, { params: { id: webhookId }, query: { size: 50, state } })
