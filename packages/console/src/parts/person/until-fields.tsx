import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { InstantPicker } from '../../ui/form/form-instant.tsx'

/** The moment until which people are suspended, and the reason. */
export function UntilFields({
  start,
  onChange,
}: {
  start: string
  onChange: (toAt: string | undefined, reason: string) => void
}) {
  const t = useText()
  const [toAt, setToAt] = useState<string | undefined>(start)
  const [reason, setReason] = useState('')
  const change = (nextAt: string | undefined, nextReason: string) => {
    setToAt(nextAt)
    setReason(nextReason)
    onChange(nextAt, nextReason)
  }
  return (
    <div className="suspension-until">
      <label htmlFor="suspension-until">{t('shared:suspension.untilAt')}</label>
      <InstantPicker id="suspension-until" value={toAt} onChange={(at) => change(at, reason)} />
      <label htmlFor="suspension-reason">{t('shared:suspension.reason')}</label>
      <Input
        id="suspension-reason"
        maxLength={255}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => change(toAt, target.value)}
      />
    </div>
  )
}
