import { removePushBrowser } from '@gatehouse/contract/features/push/push.ts'
import { call } from '../api/call.ts'
import { endPush, keepPushBrowser, ownPushBrowser } from '../lib/push-subscription.ts'

/** A person who signs out is no longer reached in this browser, which the next person may use. */
export async function forgetPush() {
  const id = ownPushBrowser()
  if (id === null) return
  keepPushBrowser(null)
  // the maker's push service may not answer where there is no internet; the session does not wait for it
  endPush().catch(() => undefined)
  await call(removePushBrowser, { params: { id } }).catch(() => undefined)
}
