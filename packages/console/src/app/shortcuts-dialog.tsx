import type { Permission } from '@gatehouse/contract/permissions.ts'
import { Modal } from 'antd'
import { useText } from '../i18n/i18n.ts'
import { useCan } from '../lib/use-can.ts'
import './command-palette.css'

type Name = 'palette' | 'lockdown' | 'list' | 'search' | 'move' | 'open' | 'close' | 'toast'

const shortcuts: readonly [Name, readonly string[], Permission?][] = [
  ['palette', ['Ctrl', 'K']],
  ['lockdown', ['Ctrl', 'Shift', 'L'], 'lockdown.write'],
  ['list', ['?']],
  ['search', ['/']],
  ['move', ['↑', '↓']],
  ['open', ['Enter']],
  ['close', ['Esc']],
  ['toast', ['F8']],
]

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `?`: the keys that do something wherever one is. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const can = useCan()
  return (
    <Modal open title={t('palette:shortcuts.title')} onCancel={onClose} footer={null} width={440}>
      <dl className="shortcuts">
        {shortcuts
          .filter(([, , permission]) => can(permission))
          .map(([name, keys]) => (
            <div key={name}>
              <dt>{t(`palette:shortcuts.${name}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key === 'Ctrl' && isMac && name !== 'lockdown' ? '⌘' : key}</kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Modal>
  )
}
