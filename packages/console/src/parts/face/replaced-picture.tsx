import { Form, type FormInstance } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import type { FormValues } from '../../ui/form/form-schema.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

type Props = {
  form: FormInstance<FormValues>
  /** The pictures that the person had when the form was opened; null: none. */
  former: { portraitId: string | null; displayPortraitId?: string | null }
}

/**
 * Says before a form is saved that a picture of the person goes by it, and that it cannot be brought back: a face that is no longer used
 * is not kept.
 */
export function ReplacedPicture({ form, former }: Props) {
  const t = useText()
  const portraitId: unknown = Form.useWatch('portraitId', { form, preserve: true })
  const displayPortraitId: unknown = Form.useWatch('displayPortraitId', { form, preserve: true })
  // Undefined until the form has read its fields.
  const goes = (was: string | null | undefined, is: unknown) => Boolean(was) && is !== undefined && is !== was
  if (!goes(former.portraitId, portraitId) && !goes(former.displayPortraitId, displayPortraitId)) return null
  return <Notice kind="attention" title={t('form:portrait.replaced')} />
}
