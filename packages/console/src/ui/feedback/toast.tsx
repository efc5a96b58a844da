import { App, Button } from 'antd'
import { useCallback, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'
import { errorText } from './error-text.ts'

type Toast = {
  undo?: () => Promise<unknown>
  /** A further choice about the action, before `undo`. */
  refine?: { label: string; run: () => void }
}

const toastKey = 'F8'

/** Moves the focus to the first choice of the newest toast, which stands far from everything in the order of the page. */
export function useToastKey() {
  useDocumentKeys(({ key }) => {
    if (key !== toastKey) return
    const choices = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts='${toastKey}']`)
    choices.item(choices.length - 1)?.focus()
  })
}

/** How long a toast is shown: long enough to reach a choice where there is one. */
const seconds = { plain: 4, withChoice: 10 } as const

/**
 * Says in passing what was done; with `undo` where it can be taken back. A failure that a form or a question shows
 * itself does not come here: never two messages for one failure.
 */
export function useToast() {
  const { message } = App.useApp()
  const t = useText()
  const failed = useCallback(
    (error: unknown) => void message.error(<span role="alert">{errorText(error, t)}</span>, seconds.withChoice),
    [message, t],
  )
  const done = useCallback(
    (text: ReactNode, { undo, refine }: Toast = {}) => {
      const key = crypto.randomUUID?.() ?? String(Math.random())
      const takeBack = () => {
        message.destroy(key)
        undo?.().catch(failed)
      }
      const openRefinement = () => {
        message.destroy(key)
        refine?.run()
      }
      void message.success({
        key,
        duration: undo || refine ? seconds.withChoice : seconds.plain,
        content: (
          <span role="status">
            {text}
            {refine && (
              <Button type="link" size="small" aria-keyshortcuts={toastKey} onClick={openRefinement}>
                {refine.label}
              </Button>
            )}
            {undo && (
              <Button type="link" size="small" aria-keyshortcuts={refine ? undefined : toastKey} onClick={takeBack}>
                {t('list:undo')}
              </Button>
            )}
          </span>
        ),
      })
    },
    [message, t, failed],
  )
  const warned = useCallback(
    (text: ReactNode) => void message.warning(<span role="alert">{text}</span>, seconds.withChoice),
    [message],
  )
  return { done, warned, failed }
}
