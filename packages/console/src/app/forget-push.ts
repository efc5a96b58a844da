import { removePushBrowser } from '@gatehouse/contract/features/push/push.ts'
import { call } from '../api/call.ts'
import { endPush, keepPushBrowser, ownPushBrowser } from '../lib/push-subscription.ts'

/** Who signs out is not reached in this browser any more, and whoever signs in next not for them. */
export async function forgetPush() {
  const id = ownPushBrowser()
  if (id === null) return
  keepPushBrowser(null)
  await Promise.allSettled([endPush(), call(removePushBrowser, { params: { id } })])
}
