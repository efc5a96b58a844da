import { Button } from 'antd'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/error-text.ts'

/** Somebody else changed the person meanwhile: what is typed here stays until the newest version is loaded. */
export function ChangedMeanwhile({ error, onReload }: { error: CallError; onReload: () => void }) {
  const t = useText()
  return (
    <>
      <p>{errorText(error, t)}</p>
      <Button onClick={onReload}>{t('staff:form.changedMeanwhile')}</Button>
    </>
  )
}

export const isCode = (error: unknown, code: string): error is CallError =>
  error instanceof CallError && error.message === code
