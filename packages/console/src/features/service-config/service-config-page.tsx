import type { QueryClient } from '@tanstack/react-query'
import { Outlet, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ClockCard } from './clock-card.tsx'
import { KeptCard } from './kept-card.tsx'
import { MailCard } from './mail-card.tsx'
import { MakesCard } from './makes-card.tsx'
import { RecogniserCard } from './recogniser-card.tsx'
import { PushCard } from './push-card.tsx'
import { clockQuery, mailQuery, makesQuery, pushQuery, recogniserQuery } from './service-config-queries.ts'
import './service-config.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(clockQuery)
    void client.prefetchQuery(mailQuery)
    void client.prefetchQuery(pushQuery)
    void client.prefetchQuery(makesQuery)
    void client.prefetchQuery(recogniserQuery)
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('time', async () => (await import('./clock-panel.tsx')).ClockPanel),
  lazyPanel('push', async () => (await import('./push-panel.tsx')).PushPanel),
  lazyPanel('mail', async () => (await import('./mail-panel.tsx')).MailPanel),
]

/** BU-05: the platform's clock and its mail server, and links to retention. */
export function Component() {
  const t = useText()
  return (
    <>
      <PageHeader title={t('service:title')} purpose={t('service:purpose')} />
      <ClockCard />
      <MailCard />
      <PushCard />
      <MakesCard />
      <RecogniserCard />
      <KeptCard />
      <Outlet />
    </>
  )
}
