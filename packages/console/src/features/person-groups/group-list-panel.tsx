import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { GroupList } from './group-list.tsx'

/** The groups where there is no room for them beside the chosen one. */
export function GroupListPanel({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <DetailPanel side="left" width={320} title={t('groups:list')} onClose={onClose}>
      <GroupList onChosen={onClose} />
    </DetailPanel>
  )
}
