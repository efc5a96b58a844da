import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function NoDoors() {
  const t = useText()
  const can = useCan()
  return (
    <section className="live-left" aria-label={t('house:doors')}>
      <EmptyState
        drawing="door"
        title={t('house:noDoors.title')}
        text={t('house:noDoors.text')}
        action={can('device.write') && <Link to={pathTo('deviceList')}>{t('house:noDoors.action')}</Link>}
      />
    </section>
  )
}
