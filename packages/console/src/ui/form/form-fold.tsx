import { RightOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import { useContext, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { namedFieldOf } from '../../lib/named-field.ts'
import { FoldContext, FormContext, type FoldedField } from './form-context.ts'
import { isEmpty, type FormValues } from './form-schema.ts'

type Props = {
  title: string
  /** Every form of this kind has values in these fields, so that a count of them says nothing. */
  isAlwaysFilled?: boolean
  children: ReactNode
}

const isFilled = (value: unknown) => !isEmpty(value) && value !== false && !(Array.isArray(value) && value.length === 0)

/**
 * Fields that are seldom needed, folded into one line that names them and counts the filled ones. They stay part of the
 * form: one that is wrong, or that the address names, opens the line.
 */
export function FormFold({ title, isAlwaysFilled = false, children }: Props) {
  const t = useText()
  const id = useId()
  const { addFold } = useContext(FormContext)
  const form = Form.useFormInstance<FormValues>()
  const [fields, setFields] = useState<readonly FoldedField[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const [wrong, setWrong] = useState(0)
  const fold = useMemo(
    () => ({
      add: (field: FoldedField) => {
        setFields((known) => [...known, field])
        if (namedFieldOf(location.hash) === field.name) setIsOpen(true)
        return () => setFields((known) => known.filter((one) => one !== field))
      },
    }),
    [],
  )
  useEffect(
    () => addFold((names) => fields.some(({ name }) => names.includes(name)) && setIsOpen(true)),
    [addFold, fields],
  )
  const filled =
    Form.useWatch((values: FormValues) => fields.filter(({ name }) => isFilled(values[name])).length, {
      form,
      preserve: true,
    }) ?? 0
  const toggle = () => {
    // fields are corrected while they are seen, so what is wrong in folded ones does not change
    setWrong(fields.filter(({ name }) => form.getFieldError(name).length > 0).length)
    setIsOpen(!isOpen)
  }
  return (
    <div className="form-fold">
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <RightOutlined aria-hidden />
          <span>{title}</span>
          {!isOpen && (
            <small data-wrong={wrong > 0 || undefined}>
              {wrong > 0
                ? t('form:fold.wrong', { count: wrong })
                : filled > 0 && !isAlwaysFilled
                  ? t('form:fold.filled', { count: filled })
                  : fields.map(({ label }) => label).join(' · ')}
            </small>
          )}
        </button>
      </h3>
      <div id={id} role="group" aria-label={title} hidden={!isOpen}>
        <FoldContext value={fold}>{children}</FoldContext>
      </div>
    </div>
  )
}
