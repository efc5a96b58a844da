import { Dropdown, type DropdownProps } from 'antd'
import type { ReactElement } from 'react'
import { useIsDrawn } from '../../lib/use-is-drawn.ts'

/** A button of the top bar with its menu, which takes the component library a while: the page is drawn first. */
export function BarMenu({ children, ...menu }: DropdownProps & { children: ReactElement }) {
  if (!useIsDrawn()) return <span className="bar-coming">{children}</span>
  return (
    <Dropdown trigger={['click']} {...menu}>
      {children}
    </Dropdown>
  )
}
