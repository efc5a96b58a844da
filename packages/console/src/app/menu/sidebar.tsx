import { menuOf, type MenuName, type PageName } from '@gatehouse/contract/navigation.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { menuEntryOf, menuGroupOf, pagePath } from '../../lib/page-path.ts'
import { useIsDrawn } from '../../lib/use-is-drawn.ts'
import { titleOf } from '../features.ts'
import { MenuBrand } from './menu-brand.tsx'
import { MenuCount } from './menu-count.tsx'
import { MenuIcon } from './menu-icon.tsx'
import type { MenuCounts } from './menu-counts.ts'

type SidebarProps = {
  role: Role
  page: PageName | undefined
  isCollapsed: boolean
  /** The number of things that wait on a page, beside its words. */
  counts?: MenuCounts
  onChosen?: () => void
}

/**
 * The menu of a role (LAY-02). Wide: only the heading of the page is open until one opens others, and version and
 * copyright stand below (LAY-04). Collapsed: one sign a heading, whose entries stand beside it while the pointer or the
 * focus is there.
 */
export function Sidebar({ role, page, isCollapsed, counts = {}, onChosen }: SidebarProps) {
  const t = useText()
  const current = page && menuEntryOf(page)
  const currentGroup = page && menuGroupOf(page)
  const isDrawn = useIsDrawn()
  const [chosen, setChosen] = useState<{ on?: MenuName | undefined; open: Partial<Record<MenuName, boolean>> }>({
    open: {},
  })
  // headings opened on a page of another heading are closed again
  const toggled = chosen.on === currentGroup ? chosen.open : {}

  return (
    <nav className={isCollapsed ? 'menu menu-collapsed' : 'menu'} aria-label={t('menu:title')}>
      <MenuBrand isCollapsed={isCollapsed} onChosen={onChosen} />
      <ul>
        {menuOf(role).map(({ name, entries }) => {
          const isCurrent = name === currentGroup
          const only: PageName | undefined = entries.find((entry) => entry === name)
          if (only) {
            return (
              <li key={name} className="menu-group">
                <Link
                  className="menu-head"
                  to={pagePath(only)}
                  aria-current={current === only ? 'page' : undefined}
                  title={isCollapsed ? t(`menu:groups.${name}`) : undefined}
                  onClick={onChosen}
                >
                  <MenuIcon name={name} />
                  <span>{t(`menu:groups.${name}`)}</span>
                </Link>
              </li>
            )
          }
          const isOpen = toggled[name] ?? isCurrent
          return (
            <li key={name} className="menu-group" data-open={isOpen || undefined} data-current={isCurrent || undefined}>
              <button
                type="button"
                className="menu-head"
                aria-expanded={isCollapsed ? undefined : isOpen}
                onClick={() => setChosen({ on: currentGroup, open: { ...toggled, [name]: !isOpen } })}
              >
                <MenuIcon name={name} />
                <span>{t(`menu:groups.${name}`)}</span>
                {(!isOpen || isCollapsed) && <MenuCount counts={entries.map((entry) => counts[entry])} />}
              </button>
              <ul className="menu-entries" aria-label={t(`menu:groups.${name}`)}>
                <li className="menu-entries-title" aria-hidden="true">
                  {t(`menu:groups.${name}`)}
                </li>
                {(isOpen || isDrawn) &&
                  entries.map((entry) => (
                    <li key={entry}>
                      <Link
                        to={pagePath(entry)}
                        aria-current={current === entry ? 'page' : undefined}
                        title={titleOf(entry)}
                        aria-description={counts[entry]?.count ? counts[entry].words : undefined}
                        onClick={onChosen}
                      >
                        <span>{titleOf(entry)}</span>
                        <MenuCount counts={[counts[entry]]} />
                      </Link>
                    </li>
                  ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
