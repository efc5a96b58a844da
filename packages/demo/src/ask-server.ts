import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { changePassword, getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import type { BodyInput, ParamsInput, QueryInput, Reply, Route } from '@gatehouse/contract/route.ts'
import { z } from 'zod'

type Input<T extends Route> = {
  params?: ParamsInput<T>
  query?: QueryInput<T>
  body?: BodyInput<T>
  image?: Uint8Array
}

/** Calls the product's API as the console does: by its typed routes. Rejects with the code where the product refuses. */
export type Ask = <T extends Route>(route: T, input?: Input<T>) => Promise<Reply<T>>

const envelope = z.object({ code: z.string(), message: z.string(), data: z.unknown() })

export function askServer(url: string, token = ''): Ask {
  return async (route, { params, query, body, image } = {}) => {
    const path = Object.entries(params ?? {}).reduce(
      (path, [name, value]) => path.replace(`:${name}`, String(value)),
      route.path as string,
    )
    const text = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${url}${route.prefix}${path}?${text}`, {
      method: route.method,
      headers: {
        ...(token && { 'AUTH-TOKEN': token }),
        LANGUAGE: 'EN',
        ...(route.method !== 'GET' && { 'content-type': image ? 'image/jpeg' : 'application/json' }),
      },
      ...(route.method !== 'GET' && { body: image ? new Uint8Array(image) : JSON.stringify(body ?? {}) }),
    })
    const answer = envelope.parse(await response.json())
    if (!response.ok)
      throw new Error(`${route.method} ${path} was refused: ${answer.message} ${JSON.stringify(answer.data)}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this very route has just said so
    return route.response.parse(answer.data) as Reply<typeof route>
  }
}

/** As a browser does: RSA with PKCS#1 v1.5 padding under a fresh key. */
async function encryptor(ask: Ask) {
  const { module, empoent, rsa_id } = await ask(getRsaKey)
  const part = (hex: string) =>
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'RSA', n: part(module), e: part(empoent) }, format: 'jwk' })
  const encrypt = (text: string) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('hex')
  return { rsa_id, encrypt }
}

/** Logs in and gives the session's token. */
export async function logIn(url: string, account: string, password: string) {
  const ask = askServer(url)
  const { rsa_id, encrypt } = await encryptor(ask)
  return ask(login, { body: { account, password: encrypt(password), rsa_id } })
}

/** Replaces a password; the session stays. */
export async function replacePassword(ask: Ask, oldPassword: string, newPassword: string): Promise<void> {
  const { rsa_id, encrypt } = await encryptor(ask)
  await ask(changePassword, { body: { rsa_id, oldPassword: encrypt(oldPassword), newPassword: encrypt(newPassword) } })
}
