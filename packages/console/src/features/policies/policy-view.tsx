import { pathTo } from '@gatehouse/contract/paths.ts'
import { useNavigate } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { Segments } from '../../ui/page/segments.tsx'

/** The policies as a list, or as groups by doors. */
export function PolicyView({ shown }: { shown: 'list' | 'matrix' }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Segments
      label={t('policies:view.label')}
      value={shown}
      options={[
        { value: 'list', label: t('policies:view.list') },
        { value: 'matrix', label: t('policies:view.matrix') },
      ]}
      onChange={(view) => void navigate(pathTo('policies', view === 'list' ? { below: 'list' } : {}))}
    />
  )
}
