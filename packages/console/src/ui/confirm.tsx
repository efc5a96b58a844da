import { App } from 'antd'
import { useCallback, type ReactNode } from 'react'
import { useText } from '../i18n/i18n.ts'
import { errorText } from './error-text.ts'
import { RequestId } from './error-panel.tsx'
import { isServerFailure } from './form-errors.ts'
import './confirm.css'

export type Question = {
  /** Names the thing and, for several, the number: "Delete 3 people?" */
  title: string
  /** What it leads to, in a sentence. */
  text?: ReactNode
  /** What the button does, never "OK": "Delete 3 people". */
  deed: string
  /** Whatever is asked besides (a reason). */
  extra?: ReactNode
  run: () => Promise<unknown>
  /** Drawn below a refusal: what to do next. `close` ends the question. */
  afterRefusal?: (error: unknown, close: () => void) => ReactNode
}

/** Asks before something is done that people should think about. The dialog stays and says why when it fails. */
export function useConfirm() {
  const { modal } = App.useApp()
  const t = useText()
  return useCallback(
    (question: Question, { isDangerous = false } = {}) => {
      const body = (error?: unknown, close: () => void = () => {}) => (
        <div className="confirm">
          {question.text && <p>{question.text}</p>}
          {isDangerous && <p>{t('list:confirm.undone')}</p>}
          {question.extra}
          {error !== undefined && (
            <div className="confirm-error" role="alert">
              <p>{errorText(error, t)}</p>
              {isServerFailure(error) && <RequestId error={error} />}
              {question.afterRefusal?.(error, close)}
            </div>
          )}
        </div>
      )
      const dialog = modal.confirm({
        title: question.title,
        content: body(),
        okText: question.deed,
        cancelText: t('list:confirm.cancel'),
        okButtonProps: { danger: isDangerous },
        focusable: { autoFocusButton: 'cancel' },
        icon: null,
        width: 440,
        centered: true,
        // taking the parameter says that the dialog is closed from here
        onOk: (close: () => void) => {
          dialog.update({ okButtonProps: { danger: isDangerous, loading: true }, content: body() })
          question.run().then(close, (error: unknown) =>
            dialog.update({
              okButtonProps: { danger: isDangerous, loading: false },
              content: body(error, dialog.destroy),
            }),
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
  return useCallback((question: Question) => confirm(question, { isDangerous: true }), [confirm])
}
