import type { PageName } from '@gatehouse/contract/navigation.ts'
import { Link } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { menuEntryOf, menuGroupOf, pagePath } from '../lib/page-path.ts'
import { usePageName } from '../ui/page/page-name.ts'
import { titleOf } from './features.ts'

/** Heading, list and, on the page of one thing, its name: where one is in the menu. */
export function Breadcrumbs({ page, title }: { page: PageName | undefined; title: string }) {
  const t = useText()
  const entry = page && menuEntryOf(page)
  const group = page && menuGroupOf(page)
  const name = usePageName()
  return (
    <nav className="breadcrumbs" aria-label={t('frame:breadcrumbs')}>
      <ol>
        {group && group !== page && <li>{t(`menu:groups.${group}`)}</li>}
        {entry && (entry !== page || name !== undefined) && (
          <li>
            <Link to={pagePath(entry)}>{titleOf(entry)}</Link>
          </li>
        )}
        <li aria-current="page">{name ?? title}</li>
      </ol>
    </nav>
  )
}
