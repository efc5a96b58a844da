import { useId, useRef, useState } from 'react'
import type { LoginTexts } from './login-texts.ts'

/** LOGIN-08: the system's UDID, to be read and copied; 'Unable to get UDID' where it cannot be had. */
export function UdidField({ texts, udid }: { texts: LoginTexts['activation']; udid: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  const copy = async () => {
    // plain http pages have no clipboard of their own: there the text is selected, ready to be copied by hand
    input.current?.select()
    if (!navigator.clipboard) return
    await navigator.clipboard.writeText(udid)
    setIsCopied(true)
  }

  return (
    <div className="field">
      <label htmlFor={id}>{texts.udid}</label>
      <div className="field-box">
        <input
          id={id}
          ref={input}
          name="udid"
          className="code"
          readOnly
          value={udid}
          aria-describedby={`${id}-error`}
        />
        {udid && (
          <button type="button" className="field-copy" aria-live="polite" onClick={() => void copy()}>
            {isCopied ? texts.copied : texts.copy}
          </button>
        )}
      </div>
      <p className="field-error" id={`${id}-error`}>
        {udid ? undefined : texts.udidMissing}
      </p>
    </div>
  )
}
