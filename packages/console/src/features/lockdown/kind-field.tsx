import { type LockdownKind, lockdownKinds } from '@gatehouse/contract/features/lockdown.ts'
import { useId } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { LockdownMark } from './lockdown-mark.tsx'

type Props = { value?: LockdownKind; onChange?: (kind: LockdownKind) => void }

/** Two actions that must not be taken for one another: each with its mark, its name and what it does. */
export function KindField({ value, onChange }: Props) {
  const t = useText()
  const name = useId()
  return (
    <div className="lockdown-kinds" role="radiogroup" aria-label={t('lockdown:form.kind')}>
      {lockdownKinds.map((kind) => (
        <label key={kind}>
          <input type="radio" name={name} checked={value === kind} onChange={() => onChange?.(kind)} />
          <strong>
            <LockdownMark kind={kind} />
            {t(`lockdown:form.kinds.${kind}`)}
          </strong>
          <small>{t(`lockdown:form.kinds.${kind}Text`)}</small>
        </label>
      ))}
    </div>
  )
}
