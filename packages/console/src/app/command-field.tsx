import { lazy, Suspense, useRef, useState } from 'react'
import { paletteTexts } from '../i18n/common-texts.ts'
import { loadTexts, useText } from '../i18n/i18n.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { useDocumentKeys } from '../lib/use-document-keys.ts'
import { BarIcon } from './bar/bar-icon.tsx'

const loadPalette = () =>
  loadChunk(() => Promise.all([import('./command-palette.tsx'), loadTexts(paletteTexts)])).then(([module]) => module)
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))
const ShortcutsDialog = lazy(async () => {
  const [module] = await loadChunk(() => Promise.all([import('./shortcuts-dialog.tsx'), loadTexts(paletteTexts)]))
  return { default: module.ShortcutsDialog }
})

/** The palette loads again when it is opened, and fails there. */
const leaveToPalette = () => undefined

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
    const wanted = dialogOf(event)
    if (wanted === null) return
    event.preventDefault()
    if (wanted === 'palette') openPalette()
    else setShown(wanted)
  })
  return (
    <>
      <label
        className="bar-find"
        title={t('frame:commands')}
        onPointerEnter={() => void loadPalette().catch(leaveToPalette)}
      >
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
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) openPalette()
          }}
        />
        <kbd aria-hidden="true">Ctrl K</kbd>
      </label>
      <Suspense fallback={null}>
        {shown === 'palette' && <CommandPalette typed={typed} onType={setTyped} onClose={closePalette} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={() => setShown(null)} />}
      </Suspense>
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
