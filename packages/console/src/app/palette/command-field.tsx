import { useEffect, useRef, useState } from 'react'
import { companyTexts } from '../../features/company/company-feature.ts'
import { serviceConfigTexts } from '../../features/service-config/service-config-feature.ts'
import { paletteTexts } from '../../i18n/common-texts.ts'
import { loadTexts, useText } from '../../i18n/i18n.ts'
import { laterPart, whenIdle } from '../../lib/later-part.ts'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'
import { BarIcon } from '../bar/bar-icon.tsx'

/** The pages of settings name them; the palette finds them by the same words. */
const allTexts = [paletteTexts, companyTexts, serviceConfigTexts]
/** The page is there by then, and nobody waits for anything. */
const calmMs = 3_000

const CommandPalette = laterPart(async () => {
  const [module] = await Promise.all([import('./command-palette.tsx'), loadTexts(...allTexts)])
  whenIdle(module.compileWords, calmMs)
  return module.CommandPalette
})
const ShortcutsDialog = laterPart(async () => {
  const [module] = await Promise.all([import('./shortcuts-dialog.tsx'), loadTexts(paletteTexts)])
  return module.ShortcutsDialog
})

/** Loads the palette before anybody asks for it, so that it opens at once. */
function useLoadAhead() {
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(CommandPalette.ahead, calmMs), calmMs)
    return () => clearTimeout(timer)
  }, [])
}

/**
 * The search field of the top bar, and the keys that open the palette (Ctrl+K) and the list of shortcuts (?) wherever one
 * is. The field is there from the start and takes what is typed until the palette is loaded: no letter is lost.
 */
export function CommandField() {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element>(null)
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const [typed, setTyped] = useState('')
  /** The palette comes once the word of an input method is finished: another field would lose it. */
  const [isComposing, setIsComposing] = useState(false)
  useLoadAhead()
  const openPalette = () => {
    if (shown === 'palette') return
    const { activeElement } = document
    before.current = activeElement === field.current ? null : activeElement
    field.current?.focus({ preventScroll: true })
    setShown('palette')
  }
  const closePalette = () => {
    setShown(null)
    setTyped('')
    field.current?.blur()
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  useDocumentKeys((event) => {
    if (event.key === 'Control' || event.key === 'Meta') CommandPalette.ahead()
    const wanted = dialogOf(event)
    if (wanted === null) return
    event.preventDefault()
    if (wanted === 'palette') openPalette()
    else setShown(wanted)
  })
  return (
    <>
      <label className="bar-find" title={t('frame:commands')} onPointerEnter={CommandPalette.ahead}>
        <BarIcon name="search" />
        <input
          ref={field}
          type="text"
          autoComplete="off"
          maxLength={100}
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          aria-label={t('frame:commands')}
          placeholder={t('frame:find')}
          value={typed}
          onClick={openPalette}
          onChange={({ target }) => {
            setTyped(target.value)
            openPalette()
          }}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) openPalette()
          }}
        />
        <kbd aria-hidden="true">Ctrl K</kbd>
      </label>
      {shown === 'palette' && !isComposing && <CommandPalette typed={typed} onType={setTyped} onClose={closePalette} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={() => setShown(null)} />}
    </>
  )
}

function dialogOf(event: KeyboardEvent): 'palette' | 'shortcuts' | null {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey)
    return 'palette'
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return null
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'))
  return isTyping ? null : 'shortcuts'
}
