import { UserSwitchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { maxCounted, waitingVisits } from './visitor-queries.ts'

/** The way to the visits, with how many of them wait. */
export function VisitsButton({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  const { data } = useQuery(waitingVisits)
  const count = data?.items.length ?? 0
  return (
    <span className="visits-button">
      <Button icon={<UserSwitchOutlined aria-hidden />} onClick={onOpen}>
        {t('visitors:visits')}
      </Button>
      {count > 0 && <span className="visits-count">{count > maxCounted ? `${maxCounted}+` : count}</span>}
    </span>
  )
}
