import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { BarIcon } from '../bar/bar-icon.tsx'
import { isHeld, type Option } from './option.ts'
import { OptionList } from './option-list.tsx'
import { wallNow } from './palette-moment.ts'
import { PaletteKeys } from './palette-keys.tsx'
import { PalettePreview } from './palette-preview.tsx'
import { useActing } from './use-acting.ts'
import { useOptions } from './use-options.ts'
import { readSaid } from './words/read-said.ts'
import './command-palette.css'

/** The patterns of what may be typed are compiled when they are first used, and once more the second time: 12 ms of the first press. */
export function compileWords() {
  for (let n = 0; n < 2; n++) readSaid('m', wallNow())
}

type Props = { typed: string; onType: (text: string) => void; onClose: () => void }

/** Ctrl+K: any page, person, door, setting or record by what one types, and actions on them. The effect stands beside the list. */
export function CommandPalette({ typed, onType, onClose }: Props) {
  const t = useText()
  const id = useId()
  const { dialog, input, close } = useOpenDialog(onClose)
  const preview = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<string>()
  const { sections, isSearching, error } = useOptions(typed.trim())
  const all = sections.flatMap(({ options }) => options)
  const at = Math.max(
    0,
    all.findIndex(({ key }) => key === chosen),
  )
  const option = all[at]
  const rest = restOf(typed, option)
  const write = (text: string) => {
    onType(text)
    setChosen(undefined)
    acting.forget()
    input.current?.focus({ preventScroll: true })
  }
  const acting = useActing({ typed, write, close })
  const choose = (one: Option | undefined) => {
    setChosen(one?.key)
    void acting.choose(one)
  }
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const isEnterDown = useRef(false)
  const hold = (repeat: boolean) => {
    isEnterDown.current = true
    holdButtonOf(preview.current, 'keydown', repeat)
  }
  /** A press of the button itself takes the focus from the field, and is no end of this key. */
  const letGo = () => {
    if (!isEnterDown.current) return
    isEnterDown.current = false
    holdButtonOf(preview.current, 'keyup', false)
  }
  const press = (event: KeyboardEvent) => {
    // the keys of an input method are not ours
    if (event.nativeEvent.isComposing) return
    const step = stepOf(event.key, at, all.length)
    if (event.key === 'Enter') {
      if (option?.act.kind === 'do' && isHeld(option.act.deed)) hold(event.repeat)
      else if (!event.repeat) choose(option)
    } else if (event.key === 'Tab' && !event.shiftKey && rest !== '') write(typed + rest)
    else if (step !== undefined) {
      setChosen(all[step]?.key)
      acting.forget()
    } else return
    event.preventDefault()
  }
  const failure = acting.refusal ?? error
  const nothing = isSearching ? t('palette:searching') : t('palette:nothing', { typed: typed.trim() })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside the palette, and Escape in it, close it
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette:title')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className="palette-ask">
        <BarIcon name="search" size={20} />
        <div className="palette-field">
          <input
            ref={input}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={100}
            role="combobox"
            aria-label={t('palette:title')}
            aria-expanded
            aria-controls={`${id}-list`}
            aria-autocomplete="both"
            aria-activedescendant={option ? `${id}-${at}` : undefined}
            placeholder={t('palette:hint')}
            value={typed}
            onChange={({ target }) => write(target.value)}
            onKeyDown={press}
            onKeyUp={({ key }) => key === 'Enter' && letGo()}
            onBlur={letGo}
          />
          {rest !== '' && (
            <span className="palette-rest" aria-hidden="true">
              <span>{typed}</span>
              {rest}
            </span>
          )}
        </div>
        <button type="button" className="palette-close" onClick={close}>
          <span className="for-readers">{t('palette:close')} </span>
          <kbd>Esc</kbd>
        </button>
      </div>
      <div className="palette-body" aria-busy={acting.isBusy || undefined}>
        <OptionList id={id} sections={sections} at={at} typed={typed} onChoose={choose} onPoint={setChosen} />
        <PalettePreview ref={preview} option={option} run={acting.run} onGo={() => choose(option)} />
      </div>
      <p className="palette-status" role={acting.refusal === null ? 'status' : 'alert'}>
        {failure === null ? all.length === 0 && nothing : errorText(failure, t)}
      </p>
      <PaletteKeys option={option} hasRest={rest !== ''} />
    </dialog>
  )
}

/** A dialog of the browser over the page, with the caret at the end of what was typed before it came. */
function useOpenDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length)
  }, [])
  /** The page behind it can take the focus only once it is closed. */
  const close = () => {
    dialog.current?.close()
    onClose()
  }
  return { dialog, input, close }
}

/** What Tab would add: the rest of the name that is meant. */
function restOf(typed: string, option: Option | undefined): string {
  const sentence = option?.sentence ?? ''
  const isBegun = typed !== '' && sentence.toLowerCase().startsWith(typed.toLowerCase())
  return isBegun ? sentence.slice(typed.length) : ''
}

function stepOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + 8, count - 1)
  return key === 'PageUp' ? Math.max(at - 8, 0) : undefined
}

/** Enter in the field holds the button beside the list. */
function holdButtonOf(preview: HTMLElement | null, kind: 'keydown' | 'keyup', repeat: boolean) {
  const event = new window.KeyboardEvent(kind, { key: 'Enter', bubbles: true, cancelable: true, repeat })
  const needed = preview?.querySelector<HTMLInputElement>('[aria-required="true"]')
  // A door that needs a reason asks for it first; Enter there holds the button as well.
  if (needed?.value.trim() === '') return needed.focus()
  preview?.querySelector('.hold-button')?.dispatchEvent(event)
}
