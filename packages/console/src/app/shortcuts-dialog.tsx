import { Modal } from 'antd'
import { useText } from '../i18n/i18n.ts'
import './command-palette.css'

const shortcuts = [
  ['palette', ['Ctrl', 'K']],
  ['list', ['?']],
  ['search', ['/']],
  ['move', ['↑', '↓']],
  ['open', ['Enter']],
  ['close', ['Esc']],
  ['toast', ['F8']],
] as const

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `?`: the keys that do something wherever one is. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Modal open title={t('palette:shortcuts.title')} onCancel={onClose} footer={null} width={440}>
      <dl className="shortcuts">
        {shortcuts.map(([name, keys]) => (
          <div key={name}>
            <dt>{t(`palette:shortcuts.${name}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key === 'Ctrl' && isMac ? '⌘' : key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
