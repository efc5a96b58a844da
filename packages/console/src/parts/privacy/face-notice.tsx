import type { PrivacyNotice } from '@gatehouse/contract/features/people/notice.ts'
import './face-notice.css'

type Props = {
  notice: PrivacyNotice
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
  /** Before the consent, if somebody else notes it than the person whose face it is. */
  lead?: string
  /** The form was sent without the consent that is asked for. */
  isMissing?: boolean
}

/** The notice about faces, in one sentence and on request whole, and the consent where one is asked for. The server has the words. */
export function FaceNotice({ notice: { short, parts, consent }, isAgreed, onAgree, lead, isMissing = false }: Props) {
  return (
    <div className="face-notice">
      <details>
        <summary>
          {short} <span>{parts[0]?.title}</span>
        </summary>
        <dl>
          {parts.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      {consent !== null && (
        <label className="face-notice-consent">
          <input
            type="checkbox"
            name="consent"
            required
            aria-invalid={isMissing && !isAgreed}
            checked={isAgreed}
            onChange={({ target }) => onAgree(target.checked)}
          />
          <span>
            {lead} {consent}
          </span>
        </label>
      )}
    </div>
  )
}
