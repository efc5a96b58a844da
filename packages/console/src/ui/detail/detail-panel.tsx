import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useNeighbours, type Neighbours } from '../../lib/listed-rows.ts'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'
import { useGivesFocusBack } from './use-gives-focus-back.ts'
import { useMakesRoom } from '../../lib/use-makes-room.ts'
import { useMedia } from '../../lib/use-media.ts'
import './detail-panel.css'

type Props = {
  title: ReactNode
  /** Before the place in the list: the state of what is shown. */
  mark?: ReactNode
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
/** Here the list beside it keeps two columns. */
const tight = '(max-width: 1179.98px)'
const tightWidth = 400

/**
 * A panel next to the list, with its own address: a detail view or a form. Nothing dims the list beside it, which stays in
 * use: a press on another row shows that one. On a phone it covers the page, and so does a tree to choose from.
 */
export function DetailPanel({ title, mark, onClose, children, footer, width = 460, side = 'right', onShown }: Props) {
  const t = useText()
  const isBeside = useMedia(beside) && side === 'right'
  const isTight = useMedia(tight)
  const wide = isBeside && isTight ? Math.min(width, tightWidth) : width
  const neighbours = useNeighbours(useLocation().pathname.split('/').at(-1))
  // a wider one would leave a list of a few letters
  useMakesRoom(isBeside && wide <= 640 ? wide : 0)
  useGivesFocusBack()
  return (
    <Drawer
      open
      {...(isBeside && { mask: false, 'aria-modal': false })}
      rootClassName={isBeside ? 'panel-beside' : ''}
      title={<h2 className="detail-panel-title">{title}</h2>}
      extra={
        (mark || neighbours) && (
          <span className="panel-extra">
            {mark}
            {neighbours && <NeighbourButtons {...neighbours} />}
          </span>
        )
      }
      onClose={onClose}
      closable={{ 'aria-label': t('form:close'), placement: 'end' }}
      placement={side}
      size={wide}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={footer}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && onShown?.()}
    >
      <div className="detail-panel">{children}</div>
    </Drawer>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'))

/** The place of this row in the list, with the ways to its neighbours: J and K from anywhere but a field. */
function NeighbourButtons({ place, of, previous, next }: Neighbours) {
  const t = useText()
  useDocumentKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === 'j') next?.()
    else if (event.key === 'k') previous?.()
  })
  return (
    <span className="panel-neighbours">
      {place !== undefined && of !== undefined && (
        <span>{t('list:neighbours.place', { place: String(place), of: String(of) })}</span>
      )}
      <Button
        type="text"
        icon={<UpOutlined aria-hidden />}
        aria-label={t('list:neighbours.previous')}
        aria-keyshortcuts="k"
        title={`${t('list:neighbours.previous')} (K)`}
        disabled={!previous}
        onClick={previous}
      />
      <Button
        type="text"
        icon={<DownOutlined aria-hidden />}
        aria-label={t('list:neighbours.next')}
        aria-keyshortcuts="j"
        title={`${t('list:neighbours.next')} (J)`}
        disabled={!next}
        onClick={next}
      />
    </span>
  )
}
