import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { useText } from '../i18n/i18n.ts'
import { useToast } from '../ui/feedback/toast.tsx'
import './hold-button.css'

/** The time for which the button is held; its style fills it in the same time. */
export const holdMs = 800
/** The time for which it says its result, and for which a first press waits for the second. */
const sayMs = 5_000

type Props = {
  /** The action with its thing, with which the name of the button begins: "Open Main entrance". */
  action: string
  /** The words on the button: "Hold to open". */
  label: string
  /** The words on the button afterwards: "Open for 5 s". */
  done: string
  /** A rejection is shown as a message; `false` says that nothing was done, and that the caller has said so. */
  run: () => Promise<unknown>
  /** `icon`: the icon alone; the words are its name and its tooltip. */
  look?: 'plain' | 'main' | 'danger' | 'icon'
  icon?: ReactNode
  isDisabled?: boolean
}
type State = 'idle' | 'held' | 'asks' | 'runs' | 'done'

/**
 * Does something after it has been held, by a pointer, Space or Enter. Letting go, leaving and Escape cancel. A click without a pointer
 * or a key (switch control, voice, a screen reader) cannot hold, and asks for a second one instead.
 */
export function HoldButton({ action, label, done, run, look = 'plain', icon, isDisabled = false }: Props) {
  const t = useText()
  const toast = useToast()
  const hint = useId()
  const [state, setState] = useState<State>('idle')
  const [said, setSaid] = useState('')
  // A button that is switched off hears no letting go.
  if (isDisabled && state === 'held') setState('idle')

  const enter = (next: State, words: string) => {
    setState(next)
    setSaid(words)
  }
  const confirm = async () => {
    enter('runs', '')
    try {
      if ((await run()) === false) enter('idle', '')
      else enter('done', done)
    } catch (error) {
      enter('idle', '')
      toast.failed(error)
    }
  }
  const endOfTime = useEffectEvent(() => (state === 'held' ? void confirm() : enter('idle', '')))
  useEffect(() => {
    if (state === 'idle' || state === 'runs') return
    const timer = setTimeout(() => endOfTime(), state === 'held' ? holdMs : sayMs)
    return () => clearTimeout(timer)
  }, [state])

  const hold = () => {
    if (state === 'idle' || state === 'asks') enter('held', t('shared:hold.holding', { action }))
  }
  const cancel = () => {
    if (state === 'held') enter('idle', t('shared:hold.cancelled'))
  }

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    // A button that is switched off still hears the pointer.
    if (isDisabled || event.button !== 0 || !event.isPrimary) return
    const { currentTarget: button, pointerId } = event
    // A finger is captured by what it touches, and would never leave it.
    if (button.hasPointerCapture(pointerId)) button.releasePointerCapture(pointerId)
    hold()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && state === 'held') {
      event.stopPropagation()
      return cancel()
    }
    if (!isHoldKey(event)) return
    event.preventDefault()
    if (!event.repeat) hold()
  }
  const keyUp = (event: KeyboardEvent) => {
    if (!isHoldKey(event)) return
    event.preventDefault()
    cancel()
  }
  const click = (event: MouseEvent) => {
    if (event.detail !== 0) return
    if (state === 'asks') void confirm()
    else if (state === 'idle') enter('asks', t('shared:hold.ask', { action }))
  }

  const words = { idle: label, asks: t('shared:hold.again'), done } as const
  const shown = state === 'asks' || state === 'done' ? state : 'idle'
  return (
    <span className="hold">
      <button
        type="button"
        className="hold-button"
        data-look={look}
        data-state={state}
        disabled={isDisabled}
        aria-disabled={state === 'runs' || undefined}
        aria-busy={state === 'runs' || undefined}
        aria-label={nameOf(action, words[shown], t('list:comma'))}
        aria-describedby={look === 'icon' ? undefined : hint}
        title={look === 'icon' ? words[shown] : undefined}
        onPointerDown={press}
        onPointerUp={cancel}
        onPointerLeave={cancel}
        onPointerCancel={cancel}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={keyDown}
        onKeyUp={keyUp}
        onBlur={cancel}
        onClick={click}
      >
        {look === 'icon'
          ? icon
          : (['idle', 'asks', 'done'] as const).map((name) => (
              <span key={name} className="hold-words" data-shown={name === shown || undefined}>
                {icon}
                <span>{words[name]}</span>
              </span>
            ))}
      </button>
      {look !== 'icon' && (
        <span id={hint} hidden>
          {t('shared:hold.hint')}
        </span>
      )}
      <span className="for-readers" role="status">
        {said}
      </span>
    </span>
  )
}

/** The name has the words on the button too: somebody who speaks to a browser says what they see (WCAG 2.5.3). */
const nameOf = (action: string, words: string, comma: string) =>
  action.toLowerCase().includes(words.toLowerCase()) ? action : action + comma + words

const isHoldKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
