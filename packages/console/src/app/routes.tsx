import { pageNames, pages, type PageName } from '@gatehouse/contract/navigation.ts'
import { liveViewPath } from '@gatehouse/contract/paths.ts'
import { redirect, type LoaderFunction, type RouteObject } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { loadTexts } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/text.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { mayStandBelow } from '../lib/page-path.ts'
import { pageSources, type PageSource } from './features.ts'
import { guard } from './guard.ts'
import type { TitleHandle } from './current-page.ts'
import { Layout } from './layout.tsx'
import { PageFailure } from './page-failure.tsx'

const noFallback = () => null

/** A page: its file and its texts come together, the guard runs before it, and nothing suspends. */
function page(name: PageName): RouteObject {
  return { id: name, path: pages[name].path, lazy: lazily(pageSources[name], name), HydrateFallback: noFallback }
}

/** A page that the contract's table does not have: error pages, About, the own password. Everybody's (NAV-04). */
const extra = (path: string, title: TextKey, source: PageSource): RouteObject => ({
  path,
  handle: { title } satisfies TitleHandle,
  lazy: lazily(source),
  HydrateFallback: noFallback,
})

/** A page that belongs to pages of the table: it opens for whom all of them open, and stands below the first in the menu. */
const shared = (path: string, title: TextKey, source: PageSource, ...of: PageName[]): RouteObject => ({
  path,
  handle: { title, ...(of[0] && { below: of[0] }) } satisfies TitleHandle,
  lazy: lazily(source, ...of),
  HydrateFallback: noFallback,
})

function lazily({ load, texts }: PageSource, ...names: PageName[]) {
  const [name] = names
  return async () => {
    const [{ Component, loader }] = await loadChunk(() => Promise.all([load(), texts && loadTexts(texts)]))
    const prefetch = loader?.(queryClient)
    const guarded: LoaderFunction = async (args, context) => {
      await guard(args.request, ...names)
      // NAV-02: departments have numbers
      if (name === 'staff' && !/^\d+$/.test(args.params['deptId'] ?? '')) return redirect('/manmgt/staff/0')
      return (await prefetch?.(args, context)) ?? null
    }
    return { Component, loader: guarded }
  }
}

const to = (path: string, target: string): RouteObject => ({
  path,
  loader: () => redirect(target),
  HydrateFallback: noFallback,
})

/** NAV-01 … NAV-04: every route of the specification. */
export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: Layout,
    HydrateFallback: noFallback,
    ErrorBoundary: PageFailure,
    children: [
      {
        // inside the layout, so that the menu stays when a page fails
        ErrorBoundary: PageFailure,
        HydrateFallback: noFallback,
        children: [
          ...pageNames.map(page),
          shared(liveViewPath, 'frame:liveView', pageSources.liveView, 'live', 'deviceList', 'signRecord'),
          extra('/404', 'errors:notFound.title', pageSources.notFound),
          extra('/403', 'errors:forbidden.title', pageSources.forbidden),
          extra('/about', 'about:title', pageSources.about),
          extra('/account', 'accounts:own.title', pageSources.ownAccount),
          extra('/account/password', 'account:title', pageSources.password),
        ],
      },
    ],
  },
  to('/', '/dashboard'),
  to('/login', '/'),
  to('/device', '/device/list'),
  to('/mammgt', '/manmgt/staff/0'),
  to('/manmgt/staff', '/manmgt/staff/0'),
  to('/manmgt/staff/*', '/manmgt/staff/0'),
  to('*', '/404'),
]

const withChildren = new Set<PageName>()

/**
 * Panels of a page (`/manmgt/staff/0/new`) are declared in the page's own file, which is loaded only when somebody goes
 * there: the router asks here for what may stand below an address.
 */
export async function addPanels(path: string, patch: (routeId: string, children: RouteObject[]) => void) {
  for (const name of pageNames) {
    if (withChildren.has(name) || !mayStandBelow(pages[name].path, path)) continue
    const { children } = await loadChunk(pageSources[name].load)
    withChildren.add(name)
    if (children) patch(name, children)
  }
}

/** A new router does not have the routes that were added to the previous one. */
export const clearPanels = () => withChildren.clear()
