import { Modal } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { shortcuts } from './shortcut-table.ts'
import './command-palette.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const shownKey = (key: string, name: string) => (key === 'Ctrl' && isMac && name !== 'lockdown' ? '⌘' : key)

/** `?`: every key of the console, by the place where it works. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const can = useCan()
  return (
    <Modal open title={t('palette:shortcuts.title')} onCancel={onClose} footer={null} width={480}>
      <div className="shortcuts">
        {shortcuts
          .filter(({ permission }) => can(permission))
          .map(({ group, keys }) => (
            <section key={group} aria-labelledby={`shortcuts-${group}`}>
              <h3 id={`shortcuts-${group}`}>{t(`palette:shortcuts.groups.${group}`)}</h3>
              <dl>
                {keys
                  .filter(({ permission }) => can(permission))
                  .map(({ name, keys: alternatives }) => (
                    <div key={name}>
                      <dt>{t(`palette:shortcuts.${name}`)}</dt>
                      <dd>
                        {alternatives.flatMap((key) =>
                          key.split('+').map((one) => <kbd key={`${key} ${one}`}>{shownKey(one, name)}</kbd>),
                        )}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
      </div>
    </Modal>
  )
}
