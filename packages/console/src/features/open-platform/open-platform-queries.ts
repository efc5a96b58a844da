import * as contract from '@gatehouse/contract/features/open-platform.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `open-platform`: a hint refreshes what is shown.

export const applicationList = queryOptions({
  queryKey: ['open-platform', 'list'],
  queryFn: ({ signal }) => call(contract.listApplications, {}, { signal }),
})

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['open-platform', 'one', id],
    queryFn: ({ signal }) => call(contract.getApplication, { params: { id } }, { signal }),
    retry: false,
  })

export type DeliveryState = (typeof contract.deliveryStates)[number]

export const deliveryList = (webhookId: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['open-platform', 'deliveries', webhookId, state],
    queryFn: ({ signal, pageParam }) =>
      call(
        contract.listDeliveries,
        {
          params: { id: webhookId },
          query: { size: 50, ...(state && { state }), ...(pageParam && { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  })
