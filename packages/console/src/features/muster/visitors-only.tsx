import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'

/** Says to those who see no staff that figures and lists are of visitors alone: staff may be missing while no visitor is. */
export function VisitorsOnly() {
  const t = useText()
  const can = useCan()
  if (can('muster.staff')) return null
  return (
    <p className="muster-note">
      <strong>{t('muster:visitors.only')}</strong> {t('muster:visitors.onlyText')}
    </p>
  )
}
