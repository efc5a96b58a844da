import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'

/** `/404`: always allowed (NAV-04). */
export function Component() {
  const t = useText()
  return (
    <ErrorMessage title={t('errors:notFound.title')} text={t('errors:notFound.text')}>
      <Link to={pathTo('dashboard')}>{t('errors:home')}</Link>
    </ErrorMessage>
  )
}
