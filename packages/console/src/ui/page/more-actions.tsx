import { MoreOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { IsFolded } from './head-menu.tsx'
import { placeListTools } from './list-tools-place.ts'

/** The actions of a list's page behind one button, for a phone; the list puts its own tools there as well. */
export function MoreActions({ children }: { children: ReactNode }) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const press = ({ target }: Event) => {
      const isInside = target instanceof Element && (box.current?.contains(target) || target.closest('[role="menu"]'))
      if (!isInside) setIsOpen(false)
    }
    document.addEventListener('pointerdown', press, true)
    return () => document.removeEventListener('pointerdown', press, true)
  }, [isOpen])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what its button opened
    <div
      ref={box}
      className="page-more"
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        setIsOpen(false)
        box.current?.querySelector('button')?.focus()
      }}
    >
      <button
        type="button"
        className="page-more-button"
        aria-label={t('list:more')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MoreOutlined aria-hidden />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- what was chosen closes it, by key as well */}
      <div
        id={id}
        className="page-more-actions"
        hidden={!isOpen}
        onClick={({ target }) => {
          const button = target instanceof Element ? target.closest('button, a') : null
          // a button with a menu of its own stays
          if (button && !button.hasAttribute('aria-haspopup')) setIsOpen(false)
        }}
      >
        <IsFolded value>{children}</IsFolded>
        <div ref={placeListTools} />
      </div>
    </div>
  )
}
