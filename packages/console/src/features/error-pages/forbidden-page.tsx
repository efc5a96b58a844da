import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'

/** `/403`: always allowed (NAV-04). */
export function Component() {
  const t = useText()
  return (
    <ErrorMessage title={t('errors:forbidden.title')} text={t('errors:forbidden.text')}>
      <Link to={pathTo('dashboard')}>{t('errors:home')}</Link>
    </ErrorMessage>
  )
}
