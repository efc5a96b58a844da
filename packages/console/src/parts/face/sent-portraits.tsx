import { Checkbox } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { FacePicture } from './face-thumbnail.tsx'
import './sent-portraits.css'

type SentPortraitsProps = {
  portraitIds: readonly string[]
  name: string
  leftOut: readonly string[]
  /** Left out: nobody decides here. */
  onChange?: ((leftOut: readonly string[]) => void) | undefined
}

/** The photographs that somebody sent together; each can be left out of what is accepted. The first accepted one becomes the main portrait. */
export function SentPortraits({ portraitIds, name, leftOut, onChange }: SentPortraitsProps) {
  const t = useText()
  return (
    <ul className="sent-portraits" aria-label={t('form:portrait.sent.label')}>
      {portraitIds.map((id, place) => {
        const number = t('form:portrait.sent.number', { number: String(place + 1) })
        const isLeftOut = leftOut.includes(id)
        return (
          <li key={id} data-left-out={isLeftOut || undefined}>
            <FacePicture kind="portrait" imageId={id} alt={`${name}, ${number}`} none={t('list:photo.none')} />
            {onChange && (
              <Checkbox
                checked={!isLeftOut}
                onChange={({ target }) =>
                  onChange(target.checked ? leftOut.filter((one) => one !== id) : [...leftOut, id])
                }
              >
                {t('form:portrait.sent.accept', { number: String(place + 1) })}
              </Checkbox>
            )}
          </li>
        )
      })}
    </ul>
  )
}
