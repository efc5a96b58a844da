import type { PageName } from '@gatehouse/contract/navigation.ts'
import { useText } from '../../i18n/i18n.ts'
import { helpPath } from '../../lib/documentation-path.ts'
import { BarIcon } from './bar-icon.tsx'

/** The documentation of a page, in a window of its own. */
export function HelpLink({ page, hasWords = false }: { page: PageName | undefined; hasWords?: boolean }) {
  const t = useText()
  return (
    <a
      className="bar-button"
      href={helpPath(page)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('frame:documentation')}
      title={t('frame:documentation')}
    >
      <BarIcon name="help" />
      {hasWords && t('frame:documentation')}
    </a>
  )
}
