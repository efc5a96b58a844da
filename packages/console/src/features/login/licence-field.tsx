import { useId } from 'react'
import type { LoginTexts } from './login-texts.ts'

/** The choice of a licence file; its name is shown, its content is read when it is sent. */
export function LicenceField(props: {
  texts: LoginTexts['activation']
  fileName: string | undefined
  error: string | undefined
  onChosen: (file: File | null) => void
}) {
  const id = useId()
  const { texts, fileName, error } = props
  return (
    <div className="field">
      <label htmlFor={id}>{texts.file}</label>
      <div className="field-file" data-invalid={error ? true : undefined}>
        <span className="field-file-button" aria-hidden="true">
          {texts.chooseFile}
        </span>
        <span className="field-file-name" aria-hidden="true">
          {fileName ?? texts.noFile}
        </span>
        <input
          id={id}
          type="file"
          accept=".lic"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => props.onChosen(event.target.files?.[0] ?? null)}
        />
      </div>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}
