import { Modal } from 'antd'
import type { ReactNode } from 'react'

type Props = { title: string; width: number; footer?: ReactNode; onClose: () => void; children: ReactNode }

/** A dialog over the page, for what is more than a question. */
export function Dialog({ title, width, footer = null, onClose, children }: Props) {
  return (
    <Modal open centered title={title} footer={footer} width={width} onCancel={onClose}>
      {children}
    </Modal>
  )
}
