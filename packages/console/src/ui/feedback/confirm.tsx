import { App } from 'antd'
import { useCallback, type ComponentType, type ReactNode } from 'react'
import { whileTheyEnd } from '../../api/query-client.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { errorText } from './error-text.ts'
import { RequestId } from './error-panel.tsx'
import { isServerFailure } from './form-errors.ts'
import { rememberAsker } from './keep-focus.ts'
import './confirm.css'

export type Question = {
  /** Names the thing and, for several, the number: "Delete 3 people?" */
  title: string
  /** The consequence, in a sentence. */
  text?: ReactNode
  /** The action of the button, never "OK": "Delete 3 people". */
  action: string
  /** Additional input (a reason). */
  extra?: ReactNode
  /** Text that says what has to be chosen or filled in first. */
  missing?: () => string | undefined
  run: () => Promise<unknown>
  /** The ids that no longer exist afterwards. */
  ends?: readonly string[]
  /** Drawn below a refusal: what to do next. `close` ends the question. */
  afterRefusal?: (error: unknown, close: () => void) => ReactNode
}

/** A deletion says what is lost, for whom and what stays, and names the deleted ids, so that nothing requests them again. */
type Deletion = Question & { text: NonNullable<ReactNode>; ends: readonly string[] }

/** The additional input of a question that few ask: it comes once it is asked for, and has its room before. */
export const laterFields = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  laterPart(load, <div className="confirm-fields" aria-busy />)

/** Asks before something is done that people should think about. The dialog stays and says why when it fails. */
export function useConfirm() {
  const { modal } = App.useApp()
  const t = useText()
  return useCallback(
    (question: Question, { isDangerous = false } = {}) => {
      const body = (refusal?: ReactNode) => (
        <div className="confirm">
          {question.text && <p>{question.text}</p>}
          {isDangerous && <p>{t('list:confirm.undone')}</p>}
          {question.extra}
          {refusal !== undefined && (
            <div className="confirm-error" role="alert">
              {refusal}
            </div>
          )}
        </div>
      )
      const failure = (error: unknown) => (
        <>
          <p>{errorText(error, t)}</p>
          {isServerFailure(error) && <RequestId error={error} />}
          {question.afterRefusal?.(error, dialog.destroy)}
        </>
      )
      const giveFocus = rememberAsker()
      const dialog = modal.confirm({
        title: question.title,
        content: body(),
        okText: question.action,
        cancelText: t('list:confirm.cancel'),
        okButtonProps: { danger: isDangerous },
        focusable: { autoFocusButton: 'cancel' },
        icon: null,
        width: 440,
        centered: true,
        // the button that asked may be gone with what was done
        afterClose: giveFocus,
        // taking the parameter means that the dialog is closed from here
        onOk: (close: () => void) => {
          const missing = question.missing?.()
          if (missing !== undefined) return dialog.update({ content: body(<p>{missing}</p>) })
          dialog.update({ okButtonProps: { danger: isDangerous, loading: true }, content: body() })
          whileTheyEnd(question.ends ?? [], question.run).then(close, (error: unknown) =>
            dialog.update({ okButtonProps: { danger: isDangerous, loading: false }, content: body(failure(error)) }),
          )
        },
      })
      return dialog
    },
    [modal, t],
  )
}

/** The question before every deletion: 'This operation cannot be undone' stands here and nowhere else (MAN-11). */
export function useConfirmDelete() {
  const confirm = useConfirm()
  return useCallback((question: Deletion) => confirm(question, { isDangerous: true }), [confirm])
}
