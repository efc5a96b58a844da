import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'

/**
 * The exports of a page's file: the page, its prefetch (it may only start fetches; the page shows its own
 * skeleton), and the panels that have an address of their own below it (`new`, `:id/edit`).
 */
export type PageModule = {
  Component: ComponentType
  loader?: (client: QueryClient) => LoaderFunction
  children?: RouteObject[]
}
