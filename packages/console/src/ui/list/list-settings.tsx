import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import type { ListColumn, ListRow } from './list-column.ts'
import { isHidden, orderOf, withHidden, withMoved, type ColumnSettings } from './list-column-settings.ts'
import { chooseDensity, densities, useDensity } from '../theme/theme.ts'

type Props<Row extends ListRow> = {
  columns: readonly ListColumn<Row>[]
  settings: ColumnSettings | null
  onChange: (settings: ColumnSettings | null) => void
}

/** Which columns are shown, in which order, and how high rows are; kept per person. */
export function ListSettings<Row extends ListRow>(props: Props<Row>) {
  const t = useText()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title={t('list:settings.title')}
      content={<Panel {...props} />}
    >
      <Button icon={<SettingOutlined aria-hidden />} aria-label={t('list:settings.title')} aria-haspopup="dialog" />
    </Popover>
  )
}

function Panel<Row extends ListRow>({ columns, settings, onChange }: Props<Row>) {
  const t = useText()
  const density = useDensity()
  const order = orderOf(columns, settings)
  return (
    <div className="list-settings">
      <Segmented
        aria-label={t('frame:density.label')}
        block
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
