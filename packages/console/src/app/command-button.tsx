import { lazy, Suspense, useState } from 'react'
import { paletteTexts } from '../i18n/common-texts.ts'
import { loadTexts, useText } from '../i18n/i18n.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { useDocumentKeys } from '../lib/use-document-keys.ts'
import { BarIcon } from './bar-icon.tsx'

const CommandPalette = lazy(async () => {
  const [module] = await loadChunk(() => Promise.all([import('./command-palette.tsx'), loadTexts(paletteTexts)]))
  return { default: module.CommandPalette }
})
const ShortcutsDialog = lazy(async () => {
  const [module] = await loadChunk(() => Promise.all([import('./shortcuts-dialog.tsx'), loadTexts(paletteTexts)]))
  return { default: module.ShortcutsDialog }
})

/** The button of the palette, and the keys that open it (Ctrl+K) and the list of shortcuts (?) wherever one is. */
export function CommandButton() {
  const t = useText()
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  useDocumentKeys((event) => {
    const wanted = dialogOf(event)
    if (wanted === null) return
    event.preventDefault()
    setShown(wanted)
  })
  const close = () => setShown(null)
  return (
    <>
      <button
        type="button"
        className="bar-button"
        aria-keyshortcuts="Control+K"
        title={t('frame:commands')}
        aria-label={t('frame:commands')}
        onClick={() => setShown('palette')}
      >
        <BarIcon name="search" />
      </button>
      <Suspense fallback={null}>
        {shown === 'palette' && <CommandPalette onClose={close} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
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
