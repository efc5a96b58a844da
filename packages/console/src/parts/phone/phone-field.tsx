import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { usePhoneTexts } from '../../i18n/phone-texts.ts'

type Frame = { label: string; error?: string | undefined; hint?: string | undefined; isOptional?: boolean }

/** A labelled input, large enough for a thumb, with its error under it. */
export function PhoneField({
  label,
  error,
  hint,
  isOptional,
  ...input
}: Frame & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} isOptional={isOptional ?? false}>
      <input {...input} id={id} aria-invalid={error ? true : undefined} aria-describedby={`${id}-hint ${id}-error`} />
    </FieldFrame>
  )
}

function FieldFrame(props: Frame & { id: string; isOptional: boolean; children: ReactNode }) {
  const { id, label, error, hint, isOptional, children } = props
  const t = usePhoneTexts('phone')
  return (
    <div className="phone-field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="phone-optional">{t.optional}</span>}
      </label>
      {children}
      <p className="phone-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="phone-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}
