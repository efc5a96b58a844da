import { logout } from '@gatehouse/contract/features/auth.ts'
import { App } from 'antd'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { currentText } from '../i18n/i18n.ts'
import { ownPushBrowser } from '../lib/push-subscription.ts'
import { forgetUnsavedWork } from '../lib/unsaved-work.ts'
import { leaveConsole } from './leave-console.ts'

/**
 * LOGIN-11: says so, ends the session on the server, then here. A server that does not answer keeps nobody in: the
 * session then dies of its own end.
 */
export function useLogout() {
  const { message } = App.useApp()
  return useCallback(async () => {
    const close = message.loading(currentText()('frame:user.loggingOut'), 0)
    try {
      if (ownPushBrowser() !== null) await (await import('./forget-push.ts')).forgetPush()
      await call(logout)
    } catch {
      // the person cannot do anything about it: what matters is that this browser deletes the session
    } finally {
      close()
      forgetUnsavedWork()
      leaveConsole({ keepsPlace: false })
    }
  }, [message])
}
