import type { SettingDefinition, SettingValue } from '@gatehouse/contract/device/settings-schema.ts'
import { DatePicker, Input, InputNumber, Select, Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useId, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { boundsText, say, valueProblem } from './setting-words.ts'

type Props = {
  definition: SettingDefinition
  value: SettingValue
  onChange: (value: SettingValue) => void
  isDisabled?: boolean
  /** The message of the server or the device about it. */
  problem?: string | undefined
  /** Below the field (back to the default, remove). */
  tools?: ReactNode
  /** Below the field (the value in force at the device). */
  children?: ReactNode
}

/** One setting as its schema describes it: label, a field of its kind, and the problem with its value. */
export function SettingField(props: Props) {
  const t = useText()
  const id = useId()
  const { definition, value } = props
  const problem = valueProblem(definition, value, t) ?? props.problem
  return (
    <div className="setting" data-setting={definition.key} data-invalid={problem !== undefined || undefined}>
      <div className="setting-label">
        <label htmlFor={id}>{say(definition.label)}</label>
        <div id={`${id}-words`} className="setting-words">
          {definition.hint && <p>{say(definition.hint)}</p>}
          {definition.kind === 'number' && <p>{boundsText(definition, t)}</p>}
        </div>
      </div>
      <div className="setting-control">
        <Control {...props} id={id} describedBy={`${id}-words ${id}-state`} isWrong={problem !== undefined} />
        <div id={`${id}-state`} className="setting-words">
          {problem !== undefined && (
            <p className="setting-problem" role="alert">
              {problem}
            </p>
          )}
          {props.tools}
          {props.children}
        </div>
      </div>
    </div>
  )
}

function Control(props: Props & { id: string; describedBy: string; isWrong: boolean }) {
  const { definition, value, onChange, id, isDisabled = false } = props
  const common = { id, disabled: isDisabled, 'aria-describedby': props.describedBy, 'aria-invalid': props.isWrong }
  const status = props.isWrong ? ('error' as const) : ('' as const)
  switch (definition.kind) {
    case 'boolean':
      return <Switch {...common} checked={value === true} onChange={onChange} />
    case 'number':
      return (
        <InputNumber
          {...common}
          status={status}
          value={typeof value === 'number' ? value : null}
          step={definition.step}
          suffix={definition.unit && say(definition.unit)}
          onChange={(number) => onChange(number ?? '')}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          status={status}
          value={String(value)}
          options={definition.options.map((option) => ({ value: option.value, label: say(option.label) }))}
          onChange={onChange}
          popupMatchSelectWidth={false}
        />
      )
    case 'choices':
      return (
        <Select<string[]>
          {...common}
          status={status}
          mode="multiple"
          value={Array.isArray(value) ? value : []}
          options={definition.options.map((option) => ({ value: option.value, label: say(option.label) }))}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <Input
          {...common}
          status={status}
          value={String(value)}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'time':
      return (
        <TimePicker
          {...common}
          status={status}
          format="HH:mm"
          needConfirm={false}
          allowClear={false}
          value={dayjs(`2000-01-01T${String(value)}`)}
          onChange={(time) => time && onChange(time.format('HH:mm'))}
        />
      )
    case 'moment':
      return (
        <DatePicker
          {...common}
          status={status}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          needConfirm={false}
          value={value === '' ? null : dayjs(String(value))}
          onChange={(moment) => onChange(moment?.format('YYYY-MM-DDTHH:mm') ?? '')}
        />
      )
  }
}
