import { Modal } from 'antd'
import type { ReactNode } from 'react'

/** The buttons of a door over its list; the names of the buttons say which door. */
export function OpenDoorDialog({
  door,
  onClose,
  children,
}: {
  door: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal open title={door} footer={null} width={360} centered onCancel={onClose}>
      {children}
    </Modal>
  )
}
