import { UserSwitchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { maxCounted, waitingVisits } from './visitor-queries.ts'

/** The way to the visits, with how many of them wait. */
export function VisitsButton({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  const { data } = useQuery(waitingVisits)
  return (
    <Badge count={data?.items.length ?? 0} overflowCount={maxCounted} size="small">
      <Button icon={<UserSwitchOutlined aria-hidden />} onClick={onOpen}>
        {t('visitors:visits')}
      </Button>
    </Badge>
  )
}
