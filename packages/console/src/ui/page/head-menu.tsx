import { MoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createContext, use } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { type MenuEntry, useMenu } from '../menu/menu.tsx'

/** The actions around it stand in one menu already. */
export const IsFolded = createContext(false)

/** The last of a head's actions: what is seldom done or cannot be taken back, behind one button. */
export function HeadMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useText()
  const isFolded = use(IsFolded)
  const { props, menu } = useMenu(entries, t('list:more'))
  if (entries.length === 0) return null
  if (isFolded)
    return entries.map(({ key, label, isDangerous = false, run }) => (
      <Button key={key} danger={isDangerous} onClick={run}>
        {label}
      </Button>
    ))
  return (
    <>
      <Button icon={<MoreOutlined aria-hidden />} aria-label={t('list:more')} title={t('list:more')} {...props} />
      {menu}
    </>
  )
}
