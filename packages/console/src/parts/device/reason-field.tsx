import { useText } from '../../i18n/i18n.ts'
import './reason-field.css'

type Props = {
  reason: string
  onChange: (reason: string) => void
  /** The door is opened with one only. */
  isNeeded: boolean
  /** Those that are offered. */
  reasons: readonly string[]
}

/** The reason for which a door is opened or held: typed, or one of those that the enterprise offers. */
export function ReasonField({ reason, onChange, isNeeded, reasons }: Props) {
  const t = useText()
  const label = t(isNeeded ? 'shared:doorDeed.reasonNeeded' : 'shared:doorDeed.reason')
  return (
    <div className="reason" data-needed={isNeeded || undefined}>
      <input
        aria-label={label}
        aria-required={isNeeded}
        placeholder={label}
        maxLength={255}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
      />
      {reasons.length > 0 && (
        <div className="reason-offers" role="group" aria-label={t('shared:doorDeed.reasonsOffered')}>
          {reasons.map((one) => (
            <button key={one} type="button" aria-pressed={one === reason} onClick={() => onChange(one)}>
              {one}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
