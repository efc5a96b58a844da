import { DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import type { Choice } from './open-select.tsx'
import './later-field.css'

/** A quarter of what a list may load: it comes with the press that opens it. */
const OpenSelect = laterPart(
  async () => (await import('./open-select.tsx')).OpenSelect,
  (props: Choice) => <Words {...props} isBusy />,
)

/** One of many names on a page that begins with a list: the chosen one, and the choices once somebody presses it. */
export function LaterSelect(props: Choice) {
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <OpenSelect {...props} />
  return <Words {...props} onPress={() => setIsAsked(true)} />
}

type WordsProps = Choice & { isBusy?: boolean; onPress?: () => void }

function Words({ label, placeholder, value, options, isBusy = false, onPress }: WordsProps) {
  const t = useText()
  const chosen = options.find((option) => option.value === value)?.label
  return (
    <button
      type="button"
      className="later-field later-select"
      data-chosen={chosen !== undefined || undefined}
      aria-label={`${label}${t('list:colon')}${chosen ?? placeholder}`}
      aria-haspopup="listbox"
      aria-busy={isBusy || undefined}
      onPointerEnter={OpenSelect.ahead}
      onFocus={OpenSelect.ahead}
      onClick={onPress}
    >
      <span>{chosen ?? placeholder}</span>
      <DownOutlined aria-hidden />
    </button>
  )
}
