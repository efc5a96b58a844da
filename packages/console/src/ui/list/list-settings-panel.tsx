import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import type { RefObject } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { ListColumn, ListRow } from './list-column.ts'
import { isHidden, orderOf, withHidden, withMoved, type ColumnSettings } from './list-column-settings.ts'
import { usePop } from '../menu/use-pop.ts'
import { chooseDensity, densities, useDensity } from '../theme/theme.ts'
import { Segments } from '../page/segments.tsx'

export type ColumnChoice = {
  columns: readonly Pick<ListColumn<ListRow>, 'key' | 'title' | 'isFixed' | 'isHidden'>[]
  settings: ColumnSettings | null
  onChange: (settings: ColumnSettings | null) => void
}

type Props = ColumnChoice & { button: RefObject<HTMLElement | null>; onClose: () => void }

/** Below its button: the columns, their order, and how high rows are. Escape, and a press or the focus elsewhere, close it. */
export function ListSettingsPanel({ button, onClose, ...choice }: Props) {
  const t = useText()
  const panel = usePop(button, onClose)
  return (
    <section
      ref={panel}
      className="list-settings-pop"
      role="dialog"
      aria-label={t('list:settings.title')}
      tabIndex={-1}
    >
      <Choices {...choice} />
    </section>
  )
}

function Choices({ columns, settings, onChange }: ColumnChoice) {
  const t = useText()
  const density = useDensity()
  const order = orderOf(columns, settings)
  return (
    <div className="list-settings">
      <Segments
        label={t('frame:density.label')}
        isWide
        value={density}
        onChange={chooseDensity}
        options={densities.map((value) => ({ value, label: t(`frame:density.${value}`) }))}
      />
      <ul aria-label={t('list:settings.columns')}>
        {order.map((column, index) => {
          const name = column.title(t)
          return (
            <li key={column.key}>
              <Checkbox
                disabled={column.isFixed ?? false}
                checked={column.isFixed || !isHidden(column, settings)}
                onChange={({ target }) => onChange(withHidden(columns, settings, column.key, !target.checked))}
              >
                {name}
              </Checkbox>
              {!column.isFixed && (
                <span>
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined aria-hidden />}
                    aria-label={t('list:settings.up', { column: name })}
                    disabled={index === 0 || order[index - 1]?.isFixed === true}
                    onClick={() => onChange(withMoved(columns, settings, column.key, -1))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined aria-hidden />}
                    aria-label={t('list:settings.down', { column: name })}
                    disabled={index === order.length - 1}
                    onClick={() => onChange(withMoved(columns, settings, column.key, 1))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Button type="link" size="small" disabled={!settings} onClick={() => onChange(null)}>
        {t('list:settings.reset')}
      </Button>
      <p className="list-settings-note">{t('list:settings.keep')}</p>
    </div>
  )
}
