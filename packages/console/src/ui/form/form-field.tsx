import { Form } from 'antd'
import { useContext, useMemo, type ReactElement, type ReactNode } from 'react'
import { z } from 'zod'
import { useText } from '../../i18n/i18n.ts'
import { FormContext, useFolded } from './form-context.ts'
import { fieldProblem, isMarkedRequired } from './form-schema.ts'

const anything = z.unknown()

/** A field by its name in the form's schema, which defines whether it is required and what is valid. */
export function FormField(props: {
  name: string
  label: string
  hint?: ReactNode
  /** True if another filled-in field replaces it. */
  isReplaced?: boolean
  /** True if another field requires it; otherwise its schema decides. */
  isNeeded?: boolean
  children: ReactElement
}) {
  const t = useText()
  const { schema } = useContext(FormContext)
  useFolded(props.name, props.label)
  const field = schema.shape[props.name] ?? anything
  const rules = useMemo(
    () => [
      {
        validator: async (_: unknown, value: unknown) => {
          const problem = fieldProblem(field, value, t)
          if (problem !== undefined) throw new Error(problem)
        },
      },
    ],
    [field, t],
  )
  return (
    <Form.Item
      name={props.name}
      label={props.label}
      required={props.isNeeded || (!props.isReplaced && isMarkedRequired(field))}
      rules={rules}
      validateTrigger="onBlur"
      extra={props.hint}
    >
      {props.children}
    </Form.Item>
  )
}
