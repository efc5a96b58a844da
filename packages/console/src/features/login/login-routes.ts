import type { CallableRoute } from '@gatehouse/contract/client.ts'
import type { changePassword, getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import type { openOpenIdSession } from '@gatehouse/contract/features/openid.ts'
import type { activate } from '@gatehouse/contract/features/licence.ts'
import { roles } from '@gatehouse/contract/permissions.ts'
import type { Reply, Route } from '@gatehouse/contract/route.ts'

/*
 * The routes of the login page, written without the schema library: it would be a quarter of the page's script, for a few
 * calls. A test holds each against the contract: same method, same path, and the same replies taken and refused.
 */

function plainRoute<T extends Route>(
  method: Route['method'],
  path: Route['path'],
  isReply: (data: Record<string, unknown>) => boolean,
): CallableRoute<Reply<T>> {
  const safeParse = (data: unknown) => {
    const isRight = typeof data === 'object' && data !== null && isReply({ ...data })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isReply` has looked at every field of it
    return isRight ? { success: true, data: data as Reply<T> } : { success: false, error: new TypeError(path) }
  }
  return { method, path, prefix: '/api', bodyKind: 'json', response: { safeParse } }
}

const isText = (value: unknown) => typeof value === 'string'
const isUuid = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

function isUser({ id, account, name, role, email, timeZone, ...marks }: Record<string, unknown>): boolean {
  if (typeof role !== 'object' || role === null || !('id' in role) || !('name' in role)) return false
  const isRole = roles.some((known) => known === role.name) && [0, 1, 2, 3, 4].some((known) => known === role.id)
  const isEmail = (email === null || isText(email)) && isText(timeZone)
  const areMarks = typeof marks['mustChangePassword'] === 'boolean' && typeof marks['isExternal'] === 'boolean'
  return isUuid(id) && isText(account) && isText(name) && isRole && isEmail && areMarks
}

export const plainGetRsaKey = plainRoute<typeof getRsaKey>(
  'GET',
  '/v2/rsapub',
  ({ empoent, module, rsa_id }) => isText(empoent) && isText(module) && isText(rsa_id),
)

export const plainLogin = plainRoute<typeof login>('POST', '/v2/login', (data) => isUser(data) && isText(data['token']))

export const plainOpenOpenIdSession = plainRoute<typeof openOpenIdSession>(
  'POST',
  '/v2/openid/session',
  (data) => isUser(data) && isText(data['token']),
)

export const plainChangePassword = plainRoute<typeof changePassword>('PUT', '/v2/account/password', isUser)

const isActivated = ({ authorize_status, begins_at }: Record<string, unknown>) =>
  authorize_status === 1 && (begins_at === null || isText(begins_at))
export const plainActivate = plainRoute<typeof activate>('POST', '/v2/authorize/active', isActivated)
export const plainStartTrial = plainRoute<typeof activate>('POST', '/v2/authorize/trial', isActivated)
