import { Input } from 'antd'
import { useText } from '../../i18n/i18n.ts'

/** The reason that people are told whose registrations are rejected. */
export function RejectionReason({ onChange }: { onChange: (reason: string) => void }) {
  const t = useText()
  return (
    <label className="confirm-field">
      <span>{t('registrations:reason')}</span>
      <Input.TextArea rows={3} maxLength={255} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}
