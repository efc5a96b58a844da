import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { onTestFinished } from 'vitest'
import { followChanges } from '../src/api/live.ts'
import { isWorthRetrying } from '../src/api/query-client.ts'

/** Opens an address of these routes with what every page of the console stands in, and nothing loaded before. */
export function renderRoutes(routes: RouteObject[], address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying } } })
  onTestFinished(followChanges(client))
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <QueryClientProvider client={client}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return router
}
