import { readFile } from 'node:fs/promises'

/** Calls the product's own API as a script of an administrator would. */
export type Ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

/** Fails with the whole answer where the product refuses. */
export function askWith({ url, token }: { url: string; token: string }): Ask {
  return async (method, path, body) => {
    const isPicture = Buffer.isBuffer(body)
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        'AUTH-TOKEN': token,
        LANGUAGE: 'EN',
        ...(body !== undefined && { 'content-type': isPicture ? 'image/jpeg' : 'application/json' }),
      },
      ...(body !== undefined && { body: isPicture ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const envelope: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(envelope)}`)
    return fieldOf(envelope, 'data')
  }
}

/** One field of an answer; undefined where there is none. */
export function fieldOf(answer: unknown, name: string): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined
  return Object.entries(answer).find(([key]) => key === name)?.[1]
}

/** A field of an answer that must be a text. */
export function textOf(answer: unknown, name: string): string {
  const value = fieldOf(answer, name)
  if (typeof value !== 'string') throw new Error(`No text "${name}" in ${JSON.stringify(answer)}`)
  return value
}

/** A field of an answer that must be a list. */
export function listOf(answer: unknown, name: string): unknown[] {
  const value = fieldOf(answer, name)
  if (!Array.isArray(value)) throw new Error(`No list "${name}" in ${JSON.stringify(answer)}`)
  return value
}

/** Uploads a portrait and gives its id. */
export const uploadPortrait = async (ask: Ask, file: string) =>
  textOf(await ask('POST', '/v2/portraits', await readFile(file)), 'id')
