import { pages } from '@gatehouse/contract/navigation.ts'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'

/** No mail server is set: accounts that may set one get a link, others read who can. */
export function NoMailNotice() {
  const t = useText()
  const can = useCan()
  const { path, permission } = pages.serviceConfig
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={t('form:noMail.title')}
      description={can(permission) ? <Link to={path}>{t('form:noMail.set')}</Link> : t('form:noMail.who')}
    />
  )
}
