import { Form } from 'antd'
import { useContext, useMemo, type ReactElement, type ReactNode } from 'react'
import { z } from 'zod'
import { useText } from '../../i18n/i18n.ts'
import { FormContext } from './form-context.ts'
import { fieldProblem, isMarkedRequired } from './form-schema.ts'

const anything = z.unknown()

/** A field by its name in the form's schema, which says whether it is required and what is valid in it. */
export function FormField(props: {
  name: string
  label: string
  hint?: ReactNode
  /** Where something else that is filled in takes its place. */
  isReplaced?: boolean
  /** Where something else in the form asks for it; otherwise its schema says so. */
  isNeeded?: boolean
  children: ReactElement
}) {
  const t = useText()
  const { schema } = useContext(FormContext)
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
