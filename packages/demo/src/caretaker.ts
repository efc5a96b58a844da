import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { logIn } from '@gatehouse/testkit/seeds/log-in.ts'
import { z } from 'zod'
import { handleAlarms } from './handle-alarms.ts'

type Work = { folder: string; url: string; account: string; password: string; say: (line: string) => void }

/** The cause of a call's failure if the account has another password or role by now, or is gone. */
const refusal = z.object({ kind: z.literal('refusal'), refusal: z.object({ code: z.enum(['401', '403']) }) })
const isRefused = (error: unknown) => error instanceof Error && refusal.safeParse(error.cause).success

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Deals with the alarms at each call, until somebody changes the account: then the demo goes on without. Another failure is told,
 * and ends nothing either.
 */
export function createCaretaker({ folder, url, account, password, say }: Work): () => Promise<void> {
  let ask: Ask | undefined
  let isGone = false
  const handle = async () => {
    ask ??= askServer(url, (await logIn(url, account, password)).token)
    await handleAlarms(folder, ask)
  }
  return async () => {
    if (isGone) return
    const hadSession = ask !== undefined
    try {
      await handle().catch((error: unknown) => {
        ask = undefined
        // A session ends after some hours: the account logs in again.
        if (hadSession && isRefused(error)) return handle()
        throw error
      })
    } catch (error) {
      isGone = isRefused(error)
      if (isGone) say(`${account} has another password or role by now: alarms wait for you alone.`)
      else say(`${account} could not deal with the alarms this time: ${messageOf(error)}`)
    }
  }
}
