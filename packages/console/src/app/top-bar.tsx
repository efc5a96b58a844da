import type { PageName } from '@gatehouse/contract/navigation.ts'
import { useText } from '../i18n/i18n.ts'
import { helpPath } from '../lib/documentation-path.ts'
import { useCan } from '../lib/use-can.ts'
import { AlarmBell } from './alarm-bell.tsx'
import { BarIcon } from './bar-icon.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { CommandButton } from './command-button.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { LockdownButton } from './lockdown-frame.tsx'
import { UserMenu } from './user-menu.tsx'

type Sidebar = { isPhone: boolean; isCollapsed: boolean; isDrawerOpen: boolean; toggle: () => void }

/**
 * Sidebar toggle, breadcrumbs, documentation, language, user (LAY-01). The dashboard hides the header; what nobody can do
 * without (the menu on a phone, the language, logging out) floats in its corner there (`isSlim`).
 */
export function TopBar(props: { page: PageName | undefined; title: string; sidebar: Sidebar; isSlim: boolean }) {
  const { page, title, sidebar, isSlim } = props
  const t = useText()
  const can = useCan()
  const isMenuShown = sidebar.isPhone ? sidebar.isDrawerOpen : !sidebar.isCollapsed
  const toggleText = sidebar.isPhone
    ? t('frame:sidebar.open')
    : isMenuShown
      ? t('frame:sidebar.collapse')
      : t('frame:sidebar.expand')
  const tools = (
    <div className="bar-tools">
      <CommandButton />
      {can('lockdown.write') && <LockdownButton />}
      <a
        className="bar-button"
        href={helpPath(page)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('frame:documentation')}
      >
        <BarIcon name="help" />
        <span className="bar-button-text bar-button-wide">{t('frame:documentation')}</span>
      </a>
      {can('alarm.read') && <AlarmBell />}
      <LanguageMenu />
      <UserMenu />
    </div>
  )
  const toggle = (
    <button
      type="button"
      className="bar-button"
      aria-label={toggleText}
      aria-expanded={isMenuShown}
      title={toggleText}
      onClick={sidebar.toggle}
    >
      <BarIcon name="menu" />
    </button>
  )
  if (isSlim) {
    return (
      <section className="bar-slim" aria-label={t('frame:tools')}>
        {toggle}
        {tools}
      </section>
    )
  }
  return (
    <header className="bar">
      {toggle}
      <Breadcrumbs page={page} title={title} />
      {tools}
    </header>
  )
}
