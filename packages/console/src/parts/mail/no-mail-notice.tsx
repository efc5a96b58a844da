import { pages } from '@gatehouse/contract/navigation.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** No mail server is set: accounts that may set one get a link, others read who can. */
export function NoMailNotice() {
  const t = useText()
  const can = useCan()
  const { path, permission } = pages.serviceConfig
  return (
    <Notice kind="attention" title={t('form:noMail.title')}>
      {can(permission) ? <Link to={path}>{t('form:noMail.set')}</Link> : t('form:noMail.who')}
    </Notice>
  )
}
