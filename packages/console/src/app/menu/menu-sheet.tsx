import type { PageName } from '@gatehouse/contract/navigation.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { Footer } from '../footer.tsx'
import { HelpLink } from '../bar/help-link.tsx'
import { LanguageMenu } from '../bar/language-menu.tsx'
import { SavedViewsMenu } from '../saved-views-menu.tsx'
import type { MenuCounts } from './menu-counts.ts'
import { Sidebar } from './sidebar.tsx'

type Props = { role: Role; page: PageName | undefined; counts: MenuCounts; onClose: () => void }

/** The sheet that a phone has under More: the menu, and what stands in top bar and foot elsewhere. */
export function MenuSheet({ role, page, counts, onClose }: Props) {
  const t = useText()
  const sheet = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = sheet.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press above the sheet closes it, as Escape does
    <dialog
      ref={sheet}
      className="menu-sheet"
      aria-label={t('menu:title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className="menu-sheet-body">
        <div className="menu-sheet-head">
          <b>{t('menu:title')}</b>
          <button type="button" className="bar-button" aria-label={t('frame:sidebar.close')} onClick={onClose}>
            ✕
          </button>
        </div>
        <Sidebar role={role} page={page} isCollapsed={false} counts={counts} onChosen={onClose} />
        <SavedViewsMenu page={page} onChosen={onClose} />
        <div className="menu-sheet-tools">
          <LanguageMenu />
          <HelpLink page={page} hasWords />
        </div>
        <Footer />
      </div>
    </dialog>
  )
}
