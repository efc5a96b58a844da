import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** The label of the button that shows a password; without it there is no such button. */
  revealLabel?: string
}

/** A labelled input with its error below, announced by screen readers. */
export function TextField({ label, error, hint, revealLabel, type, ...input }: TextFieldProps) {
  const id = useId()
  const [isRevealed, setIsRevealed] = useState(false)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box" data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          type={isRevealed ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        {revealLabel && (
          <button
            type="button"
            className="field-reveal"
            aria-label={revealLabel}
            aria-pressed={isRevealed}
            title={revealLabel}
            onClick={() => setIsRevealed(!isRevealed)}
          >
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
              <path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />
              {!isRevealed && <path d="m3.5 16.5 13-13" />}
            </svg>
          </button>
        )}
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}
