import { menuOf, type PageName } from '@gatehouse/contract/navigation.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { Link, useNavigate } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { menuEntryOf, pagePath } from '../../lib/page-path.ts'
import { useCan } from '../../lib/use-can.ts'
import { additionsOf } from './additions.ts'
import { BarIcon } from '../bar/bar-icon.tsx'
import { useMenu } from '../../ui/menu/menu.tsx'
import type { MenuCounts } from './menu-counts.ts'
import { MenuIcon } from './menu-icon.tsx'

/** The lists of people: "people" leads to the first that a role may see. */
const people: readonly PageName[] = ['staff', 'visitor']

type Props = {
  role: Role
  page: PageName | undefined
  counts: MenuCounts
  isMoreOpen: boolean
  onMore: () => void
}

/** A phone's menu below the page: the first page, people, what may be added, alarms, and the whole menu under More. */
export function BottomBar({ role, page, counts, isMoreOpen, onMore }: Props) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const current = page && menuEntryOf(page)
  const [home] = menuOf(role)
  const own = menuOf(role).flatMap(({ entries }) => entries)
  const list = people.find((name) => own.includes(name))
  const additions = additionsOf(role)
  const adding = useMenu(
    additions.map(({ name, to }) => ({ key: name, label: t(`frame:add.${name}`), run: () => void navigate(to) })),
    t('frame:bottom.add'),
  )
  const entryOf = (name: PageName) => ({
    to: pagePath(name),
    'aria-current': current === name ? ('page' as const) : undefined,
    'aria-description': counts[name]?.count ? counts[name].words : undefined,
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
        <Link {...entryOf(list)} aria-description={counts.visitor?.count ? counts.visitor.words : undefined}>
          <MenuIcon name="personnel" />
          {t('frame:bottom.people')}
          <Pip isShown={(counts.visitor?.count ?? 0) > 0} />
        </Link>
      )}
      {additions.length > 0 && (
        <button type="button" className="bottom-bar-add" aria-label={t('frame:bottom.add')} {...adding.props}>
          <BarIcon name="plus" size={20} />
        </button>
      )}
      {adding.menu}
      {can('alarm.read') && (
        <Link {...entryOf('deviceAlarm')}>
          <BarIcon name="bell" size={20} />
          {t('frame:bottom.alarms')}
          <Pip isShown={(counts.deviceAlarm?.count ?? 0) > 0} isAlarm />
        </Link>
      )}
      <button type="button" aria-expanded={isMoreOpen} onClick={onMore}>
        <BarIcon name="more" size={20} />
        {t('frame:bottom.more')}
      </button>
    </nav>
  )
}

/** The menu under More says how many. */
const Pip = ({ isShown, isAlarm }: { isShown: boolean; isAlarm?: boolean }) =>
  isShown && <span className="bottom-bar-pip" data-alarm={isAlarm} aria-hidden="true" />
