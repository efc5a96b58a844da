import { getUnseenAlarms } from '@gatehouse/contract/features/alarms.ts'
import { menuOf, type PageName } from '@gatehouse/contract/navigation.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { queryOf } from '../api/query.ts'
import { useText } from '../i18n/i18n.ts'
import { menuEntryOf, pagePath } from '../lib/page-path.ts'
import { useCan } from '../lib/use-can.ts'
import { additionsOf } from './additions.ts'
import { BarIcon } from './bar/bar-icon.tsx'
import { BarMenu } from './bar/bar-menu.tsx'
import { MenuIcon } from './menu-icon.tsx'

/** The lists of people: "people" leads to the first that a role may see. */
const people: readonly PageName[] = ['staff', 'visitor']

/** A phone's menu below the page: the first page, people, what may be added, alarms, and the whole menu under More. */
export function BottomBar(props: { role: Role; page: PageName | undefined; isMoreOpen: boolean; onMore: () => void }) {
  const { role, page, isMoreOpen, onMore } = props
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const current = page && menuEntryOf(page)
  const [home] = menuOf(role)
  const own = menuOf(role).flatMap(({ entries }) => entries)
  const list = people.find((name) => own.includes(name))
  const additions = additionsOf(role)
  const entryOf = (name: PageName) => ({
    to: pagePath(name),
    'aria-current': current === name ? ('page' as const) : undefined,
  })
  return (
    <nav className="bottom-bar" aria-label={t('frame:bottom.label')}>
      {home?.entries[0] && (
        <Link {...entryOf(home.entries[0])}>
          <MenuIcon name={home.name} />
          {t(`menu:groups.${home.name}`)}
        </Link>
      )}
      {list && (
        <Link {...entryOf(list)}>
          <MenuIcon name="personnel" />
          {t('frame:bottom.people')}
        </Link>
      )}
      {additions.length > 0 && (
        <BarMenu
          placement="top"
          menu={{
            items: additions.map(({ name, to }) => ({
              key: name,
              label: t(`frame:add.${name}`),
              onClick: () => void navigate(to),
            })),
          }}
        >
          <button type="button" className="bottom-bar-add" aria-label={t('frame:bottom.add')}>
            <BarIcon name="plus" size={20} />
          </button>
        </BarMenu>
      )}
      {can('alarm.read') && (
        <Link {...entryOf('deviceAlarm')}>
          <BarIcon name="bell" size={20} />
          {t('frame:bottom.alarms')}
          <Pip />
        </Link>
      )}
      <button type="button" aria-expanded={isMoreOpen} onClick={onMore}>
        <BarIcon name="more" size={20} />
        {t('frame:bottom.more')}
      </button>
    </nav>
  )
}

/** The bell above says how many. */
function Pip() {
  const { data } = useQuery(queryOf(getUnseenAlarms))
  return data && data.count > 0 ? <span className="bottom-bar-pip" aria-hidden="true" /> : null
}
