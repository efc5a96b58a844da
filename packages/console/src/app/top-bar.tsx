import type { PageName } from '@gatehouse/contract/navigation.ts'
import { useText } from '../i18n/i18n.ts'
import { useCan } from '../lib/use-can.ts'
import { AlarmBell } from './bar/alarm-bell.tsx'
import { BarIcon } from './bar/bar-icon.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { CommandField } from './palette/command-field.tsx'
import { HelpLink } from './bar/help-link.tsx'
import { LanguageMenu } from './bar/language-menu.tsx'
import { LockdownButton } from './bar/lockdown-frame.tsx'
import { UserMenu } from './user-menu.tsx'

type Sidebar = { isPhone: boolean; isCollapsed: boolean; toggle: () => void }

/**
 * Sidebar toggle, breadcrumbs, search field, documentation, language, user (LAY-01), in three columns: the field stays in
 * the middle on every page. The dashboard has no header: the same tools stand there without breadcrumbs (`isDashboard`).
 * On a phone the toggle, documentation and language are below, under More.
 */
export function TopBar(props: { page: PageName | undefined; title: string; sidebar: Sidebar; isDashboard: boolean }) {
  const { page, title, sidebar, isDashboard } = props
  const t = useText()
  const can = useCan()
  const toggleText = sidebar.isCollapsed ? t('frame:sidebar.expand') : t('frame:sidebar.collapse')
  const columns = (
    <>
      <div className="bar-place">
        {!sidebar.isPhone && (
          <button
            type="button"
            className="bar-button"
            aria-label={toggleText}
            aria-expanded={!sidebar.isCollapsed}
            title={toggleText}
            onClick={sidebar.toggle}
          >
            <BarIcon name="menu" />
          </button>
        )}
        {isDashboard ? sidebar.isPhone && <b>{title}</b> : <Breadcrumbs page={page} title={title} />}
      </div>
      <CommandField />
      <div className="bar-tools">
        {can('lockdown.write') && <LockdownButton />}
        {!sidebar.isPhone && <HelpLink page={page} />}
        {!sidebar.isPhone && <LanguageMenu />}
        {can('alarm.read') && <AlarmBell />}
        <UserMenu />
      </div>
    </>
  )
  return isDashboard ? (
    <section className="bar" aria-label={t('frame:tools')}>
      {columns}
    </section>
  ) : (
    <header className="bar">{columns}</header>
  )
}
