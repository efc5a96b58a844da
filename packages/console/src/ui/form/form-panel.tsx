import { Button, Form, type FormInstance } from 'antd'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useText } from '../../i18n/i18n.ts'
import { namedFieldOf } from '../../lib/named-field.ts'
import { DetailPanel } from '../detail/detail-panel.tsx'
import { RequestId } from '../feedback/error-panel.tsx'
import { errorText } from '../feedback/error-text.ts'
import { FormContext } from './form-context.ts'
import { fieldErrors, isServerFailure, type ErrorFields } from '../feedback/form-errors.ts'
import { useDirtyGuard } from './form-guard.ts'
import { bodyOf, formValues, isSame, type FormSchema, type FormValues } from './form-schema.ts'
import { Notice } from '../feedback/notice.tsx'
import './form.css'

type FormPanelProps<S extends FormSchema, R> = {
  title: string
  schema: S
  /** The initial values of the fields, in the form of the API. */
  initial: Readonly<Record<string, unknown>>
  /** Left out: `confirm` draws the button that saves. */
  submitLabel?: string
  /** The same with what stands in the field `name`. */
  submitNamed?: (name: string) => string
  /** A button that asks for more than a press. Enter in a field does not save then. `save` tells whether it did. */
  confirm?: (save: () => Promise<boolean>, form: FormInstance<FormValues>) => ReactNode
  /** Saves; `force` after the person chose to continue despite a warning. Throws the server's error. */
  onSubmit: (body: z.output<S>, force: boolean) => Promise<R>
  /** `goesOn`: pressed was the button that saves and begins the next one. The form saves nothing more until it is done. */
  onSaved: (result: R, goesOn: boolean) => void | Promise<void>
  /** A second button, which saves and begins the next one; the panel is left by its corner then. */
  nextLabel?: string
  onClose: () => void
  /** A notice to read before saving, above the button that saves. */
  note?: ReactNode
  /** The same about what the fields hold at the moment. */
  noteOf?: (form: FormInstance<FormValues>) => ReactNode
  errorFields?: ErrorFields
  /** Actions for an error of the whole form; replaces the text of the alert. */
  refusal?: (error: unknown, submit: (force: boolean) => void) => ReactNode
  children: ReactNode
}

/** antd gives its values untyped. */
const fieldsOf = (values: unknown): FormValues => z.record(z.string(), z.unknown()).parse(values)

/** A form in a side panel: rules from the contract, the server's refusals on their fields, no loss without asking. */
export function FormPanel<S extends FormSchema, R>(props: FormPanelProps<S, R>) {
  const { schema, initial } = props
  const t = useText()
  const [form] = Form.useForm<FormValues>()
  const [start] = useState(() => formValues(schema, initial))
  const [refused, setRefused] = useState<{ error: unknown; goesOn: boolean }>()
  const [isSaving, setIsSaving] = useState(false)
  const [oneByOne] = useState(oneAtATime)
  const goesOn = useRef(false)
  const [holds, setHolds] = useState(0)
  const markDirty = useDirtyGuard()
  const { addFold, unfold, show } = useFolds(form)
  const context = useMemo(
    () => ({
      schema,
      hold: (isBusy: boolean) => setHolds((count) => count + (isBusy ? 1 : -1)),
      fill: (values: FormValues) => {
        form.setFieldsValue(values)
        markDirty(!isSame(start, fieldsOf(form.getFieldsValue(true))))
      },
      addFold,
    }),
    [schema, form, markDirty, start, addFold],
  )

  const saveNow = async (values: FormValues, force: boolean, goesOn: boolean) => {
    setIsSaving(true)
    setRefused(undefined)
    try {
      const result = await props.onSubmit(bodyOf(schema, values), force)
      markDirty(false)
      await props.onSaved(result, goesOn)
      return true
    } catch (failure) {
      const fields = fieldErrors(failure, props.errorFields ?? {}, Object.keys(schema.shape), t)
      if (fields.length > 0) {
        form.setFields(fields)
        show(fields.map(({ name }) => name))
      } else setRefused({ error: failure, goesOn })
      return false
    } finally {
      setIsSaving(false)
    }
  }
  const save = (values: FormValues, force: boolean, goesOn: boolean) => oneByOne(() => saveNow(values, force, goesOn))
  const submit = (force: boolean, goesOn: boolean) => void save(fieldsOf(form.getFieldsValue(true)), force, goesOn)

  const press = (next: boolean) => {
    goesOn.current = next
    form.submit()
  }

  const saveValid = async () => {
    const isValid = await form.validateFields().then(
      () => true,
      () => false,
    )
    if (isValid) return save(fieldsOf(form.getFieldsValue(true)), false, false)
    show(wrongFields(form))
    return false
  }

  const footer = (
    <>
      {props.note}
      {props.noteOf?.(form)}
      <div className="form-bar">
        {props.nextLabel === undefined ? (
          <Button onClick={props.onClose}>{t('form:cancel')}</Button>
        ) : (
          <Button disabled={isSaving || holds > 0} onClick={() => press(true)}>
            {props.nextLabel}
          </Button>
        )}
        {props.confirm ? (
          props.confirm(saveValid, form)
        ) : (
          <Button type="primary" loading={isSaving} disabled={holds > 0} onClick={() => press(false)}>
            {props.submitNamed ? (
              <NamedLabel form={form} label={props.submitLabel} named={props.submitNamed} />
            ) : (
              props.submitLabel
            )}
          </Button>
        )}
      </div>
    </>
  )
  return (
    <DetailPanel title={props.title} width={480} onClose={props.onClose} footer={footer} onShown={focusFirstField}>
      {refused && (
        <FormAlert error={refused.error}>
          {props.refusal?.(refused.error, (force) => submit(force, refused.goesOn))}
        </FormAlert>
      )}
      <FormContext value={context}>
        <Form
          form={form}
          layout="vertical"
          requiredMark
          initialValues={start}
          scrollToFirstError={{ focus: true, block: 'center' }}
          onFinishFailed={() => {
            goesOn.current = false
            unfold(wrongFields(form))
          }}
          onFinish={() => {
            const next = goesOn.current
            goesOn.current = false
            if (!props.confirm) submit(false, next)
          }}
          onValuesChange={(changed) => {
            // fields are validated when they are left; an invalid one is validated again while it is corrected
            const wrong = Object.keys(fieldsOf(changed)).filter((name) => form.getFieldError(name).length > 0)
            if (wrong.length > 0) form.validateFields(wrong).catch(() => undefined)
            markDirty(!isSame(start, fieldsOf(form.getFieldsValue(true))))
          }}
        >
          {props.children}
          {/* Enter in a field saves, although the button stands in the panel's foot */}
          {!props.confirm && <button type="submit" hidden aria-hidden tabIndex={-1} disabled={isSaving || holds > 0} />}
        </Form>
      </FormContext>
    </DetailPanel>
  )
}

type LabelProps = { form: FormInstance<FormValues>; label: string | undefined; named: (name: string) => string }

/** Says whom the button saves, as soon as somebody is named; apart, so that a letter draws nothing but it. */
function NamedLabel({ form, label, named }: LabelProps) {
  const name: unknown = Form.useWatch('name', form)
  const whole = typeof name === 'string' ? name.trim().replaceAll(/\s+/g, ' ') : ''
  return <span className="form-named">{whole ? named(whole) : label}</span>
}

/** Runs one action at a time and refuses another meanwhile: a second Enter may come before the next drawing. */
function oneAtATime() {
  let isBusy = false
  return async (action: () => Promise<boolean>): Promise<boolean> => {
    if (isBusy) return false
    isBusy = true
    try {
      return await action()
    } finally {
      isBusy = false
    }
  }
}

type OpenFold = (names: readonly string[]) => void

/** The folds of a form: a wrong field must be seen before the focus can go to it. */
function useFolds(form: FormInstance<FormValues>) {
  const [folds] = useState(() => new Set<OpenFold>())
  return useMemo(() => {
    const unfold: OpenFold = (names) => flushSync(() => folds.forEach((open) => open(names)))
    return {
      addFold: (open: OpenFold) => {
        folds.add(open)
        return () => void folds.delete(open)
      },
      unfold,
      show: (names: readonly string[]) => {
        unfold(names)
        form.scrollToField(names[0] ?? '', { focus: true })
      },
    }
  }, [folds, form])
}

const wrongFields = (form: FormInstance<FormValues>) =>
  form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? [String(name[0])] : []))

function FormAlert({ error, children }: { error: unknown; children: ReactNode }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={box} className="form-alert">
      <Notice kind="bad" title={children ? undefined : t('form:failedTitle')}>
        {children ?? (
          <>
            {errorText(error, t)}
            {isServerFailure(error) && <RequestId error={error} />}
          </>
        )}
      </Notice>
    </div>
  )
}

/** The first field takes the focus once the panel has come in, unless the address names one, or somebody was quicker and is in another. */
function focusFirstField() {
  if (namedFieldOf(location.hash) !== undefined) return
  if (document.activeElement?.matches('.detail-panel form *')) return
  const field = document.querySelector<HTMLElement>('.detail-panel form input:not([type="file"])')
  field?.focus({ preventScroll: true })
}
