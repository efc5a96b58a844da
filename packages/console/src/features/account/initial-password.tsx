import { useText } from '../../i18n/i18n.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import './accounts.css'

export function InitialPassword({ password }: { password: string }) {
  const t = useText()
  return (
    <>
      <p>{t('accounts:password.once')}</p>
      <p className="account-secret">
        <CopyText text={password} what={t('accounts:password.name')} />
      </p>
      <p>{t('accounts:password.next')}</p>
    </>
  )
}
