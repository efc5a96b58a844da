import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { handlersQuery } from './alarm-queries.ts'

/** The account that handles alarms from now on, or nobody. */
export function HandlerChoice({ onChange }: { onChange: (handlerId: string | null) => void }) {
  const t = useText()
  const { data } = useQuery(handlersQuery)
  return (
    <Select
      aria-label={t('alarms:assign.handler')}
      className="alarm-handler-select"
      placeholder={t('alarms:assign.nobody')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={!data}
      options={data ?? []}
      onChange={(handlerId: string | undefined) => onChange(handlerId ?? null)}
    />
  )
}

/** Why alarms are released, if somebody wants to say it. */
export function ReleaseReason({ onChange }: { onChange: (reason: string) => void }) {
  const t = useText()
  return (
    <Input
      aria-label={t('alarms:release.reason')}
      placeholder={t('alarms:release.reason')}
      maxLength={255}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
