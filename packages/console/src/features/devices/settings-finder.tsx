import { Button, Input } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import type { SettingFilter } from './find-settings.ts'

type Props = { filter: SettingFilter; changed: number; onChange: (filter: SettingFilter) => void }

/** Finds settings by words, and those that differ from the default of the model. */
export function SettingsFinder({ filter, changed, onChange }: Props) {
  const t = useText()
  return (
    <div className="settings-finder" role="search">
      <Input
        type="search"
        allowClear
        aria-label={t('devices:settings.search')}
        placeholder={t('devices:settings.search')}
        value={filter.words}
        onChange={({ target }) => onChange({ ...filter, words: target.value })}
        // Enter would save the form
        onPressEnter={(event) => event.preventDefault()}
      />
      <Button
        aria-pressed={filter.onlyChanged}
        onClick={() => onChange({ ...filter, onlyChanged: !filter.onlyChanged })}
      >
        {t('devices:settings.notDefault', { count: changed })}
      </Button>
    </div>
  )
}
