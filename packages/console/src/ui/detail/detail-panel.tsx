import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import './detail-panel.css'

type Props = {
  title: ReactNode
  /** Closing leads to the address of the list; the panel has one of its own. */
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  width?: number
  /** The panel has come in: the moment to focus something in it. */
  onShown?: () => void
  /** The side it opens from: the right, except for a tree to choose from on a narrow screen. */
  side?: 'left' | 'right'
}

/** Wide enough for a panel beside what it belongs to. */
const beside = '(min-width: 700px)'

/**
 * A panel next to the list, with its own address: a detail view or a form. Nothing dims the list beside it, which stays in
 * use: a press on another row shows that one. On a phone it covers the page, and so does a tree to choose from.
 */
export function DetailPanel({ title, onClose, children, footer, width = 460, side = 'right', onShown }: Props) {
  const t = useText()
  const isBeside = useMedia(beside) && side === 'right'
  return (
    <Drawer
      open
      {...(isBeside && { mask: false, 'aria-modal': false })}
      rootClassName={isBeside ? 'panel-beside' : ''}
      title={<h2 className="detail-panel-title">{title}</h2>}
      onClose={onClose}
      closable={{ 'aria-label': t('form:close'), placement: 'end' }}
      placement={side}
      size={width}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={footer}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && onShown?.()}
    >
      <div className="detail-panel">{children}</div>
    </Drawer>
  )
}
