import { pages, type PageName } from '@gatehouse/contract/navigation.ts'
import { Link, useMatches } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'

const isPageName = (id: string): id is PageName => id in pages

/** A page of the menu that a later version brings. It says so, and nothing more. */
export function Component() {
  const t = useText()
  const id = useMatches().at(-1)?.id ?? ''
  const page = isPageName(id) ? t(`menu:pages.${id}`) : ''
  return (
    <ErrorMessage title={t('frame:notBuilt.title')} text={t('frame:notBuilt.text', { page })}>
      <Link to="/dashboard">{t('errors:home')}</Link>
    </ErrorMessage>
  )
}
