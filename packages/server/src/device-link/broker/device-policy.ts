import { topicPrefix, upPresence } from '@gatehouse/contract/device/link.ts'

const maxPresenceBytes = 64

/** A client id starts with the LDID, so that nobody can throw another device out by taking its id. */
export const mayUseClientId = (ldid: string, clientId: string) => clientId.startsWith(ldid) && clientId.length <= 128

/** Whole topics are compared: with a wildcard, or below another prefix, nothing matches. */
export const maySubscribe = (ldid: string, topic: string) => topic === `${topicPrefix(ldid)}/down`

/** A device may publish whether it is there, and nothing else: in messages and in wills. */
export const mayPublish = (ldid: string, message: { topic: string; payload: string | Buffer }) =>
  message.topic === `${topicPrefix(ldid)}/up/presence` && readPresence(message.payload) !== undefined

/** The content of a presence message; undefined for any other message. */
export function readPresence(payload: string | Buffer): boolean | undefined {
  if (payload.length > maxPresenceBytes) return undefined
  try {
    const presence = upPresence.safeParse(JSON.parse(payload.toString()))
    return presence.success ? presence.data.online : undefined
  } catch {
    return undefined
  }
}
