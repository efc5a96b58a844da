import type { PageName } from '@gatehouse/contract/navigation.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { changeCommonSettings } from '../lib/common-settings.ts'
import { useUser } from '../lib/session.ts'
import { useToastKey } from '../ui/feedback/toast.tsx'
import { BottomBar } from './menu/bottom-bar.tsx'
import { MenuSheet } from './menu/menu-sheet.tsx'
import { usePageName } from '../ui/page/page-name.ts'
import { PageTitle } from '../ui/page/page-title.ts'
import { useCurrentPage } from './current-page.ts'
import { Footer } from './footer.tsx'
import { useVisitNotice } from './menu/use-visit-notice.ts'
import { LockdownNoticeLines } from './bar/lockdown-frame.tsx'
import { useFreshCounts, useMenuCounts } from './menu/menu-counts.ts'
import { ReadingOnlyNotice } from './reading-only-notice.tsx'
import { SavedViewsMenu } from './saved-views-menu.tsx'
import { Sidebar } from './menu/sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useDropFace } from './use-drop-face.ts'
import { useExhibition } from './use-exhibition.ts'
import { useNamedField } from './use-named-field.ts'
import { useSidebar } from './menu/use-sidebar.ts'
import './layout.css'
import './menu/sidebar.css'
import './menu/bottom-bar.css'

/** Menu, top bar, page, footer (LAY-01 … LAY-06). */
export function Layout() {
  const t = useText()
  const user = useUser()
  const { page, title } = useCurrentPage()
  const sidebar = useSidebar()
  const isExhibition = useExhibition(page)
  const isBare = isExhibition || page === 'guard'
  const counts = useMenuCounts()
  const isLoading = useNavigation().state === 'loading'
  const main = useRef<HTMLElement>(null)
  useToastKey()
  useNamedField()
  useFreshCounts()
  useVisitNotice()
  const name = usePageName()
  useDocumentTitle(name ?? title, t('frame:product'))
  useDropFace()
  useFocusOnNewPage(main, page)
  // a page that failed before the user was known still shows its error
  if (!user) {
    return (
      <main id="content" className="layout-bare">
        <Outlet />
      </main>
    )
  }

  const role = user.role.name
  return (
    <div className="layout" data-menu={menuKind(isBare, sidebar)}>
      <a className="skip-link" href="#content">
        {t('frame:skip')}
      </a>
      {!isBare && !sidebar.isPhone && (
        <div className="layout-menu">
          <Sidebar role={role} page={page} isCollapsed={sidebar.isCollapsed} counts={counts} />
          {!sidebar.isCollapsed && <SavedViewsMenu page={page} />}
          {!sidebar.isCollapsed && <Footer />}
        </div>
      )}
      <div className="layout-column">
        {isLoading && <div className="layout-progress" aria-hidden="true" />}
        {isExhibition && (
          <button
            type="button"
            className="exhibition-leave"
            onClick={() => changeCommonSettings({ exhibitionMode: '0' })}
          >
            {t('frame:exhibition.leave')}
          </button>
        )}
        {!isBare && <TopBar page={page} title={title} sidebar={sidebar} isDashboard={page === 'dashboard'} />}
        {!isExhibition && <ReadingOnlyNotice />}
        <LockdownNoticeLines />
        <main id="content" ref={main} tabIndex={-1} aria-busy={isLoading}>
          {/* Every time on a page goes by the enterprise's zone: of another one it is redrawn. */}
          <PageTitle value={name ?? title}>
            <Outlet key={user.timeZone} />
          </PageTitle>
        </main>
        {!isBare && !sidebar.isPhone && sidebar.isCollapsed && <Footer />}
      </div>
      {!isBare && sidebar.isPhone && (
        <>
          <BottomBar
            role={role}
            page={page}
            counts={counts}
            isMoreOpen={sidebar.isDrawerOpen}
            onMore={sidebar.toggle}
          />
          {sidebar.isDrawerOpen && <MenuSheet role={role} page={page} counts={counts} onClose={sidebar.closeDrawer} />}
        </>
      )}
      <ScrollRestoration />
    </div>
  )
}

function menuKind(isBare: boolean, sidebar: { isPhone: boolean; isCollapsed: boolean }) {
  if (isBare || sidebar.isPhone) return 'none'
  return sidebar.isCollapsed ? 'rail' : 'wide'
}

function useDocumentTitle(title: string, product: string) {
  useEffect(() => {
    document.title = title ? `${title} – ${product}` : product
  }, [title, product])
}

/** A new page takes the focus, as a newly loaded document would; panels of the same page see to themselves. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>, page: PageName | undefined) {
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [main, page])
}
