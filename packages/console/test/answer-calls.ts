import { afterEach } from 'vitest'

export type SeenCall = { method: string; url: URL; headers: Headers; body: unknown }

/** Data for the envelope, a Response as it is, an Error for a line that is cut, or a function that gives one of these, at once or later. */
type Answers = Record<string, unknown>

/** A refusal in the server's envelope. */
export function refusal(status: number, message: string, desc = '', data: unknown = null): Response {
  return Response.json(
    { code: String(status), message, desc, data },
    { status, headers: { 'x-request-id': 'request-1' } },
  )
}

const isFunction = (value: unknown): value is (seen: SeenCall) => unknown => typeof value === 'function'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

/** Stands where the network is: each `METHOD /path` is answered as told. Gives the list of what was asked. */
export function answerCalls(answers: Answers): SeenCall[] {
  const seen: SeenCall[] = []
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const call = { method: init?.method ?? 'GET', url, headers: new Headers(init?.headers), body: init?.body ?? null }
    seen.push(call)
    const key = `${call.method} ${url.pathname}`
    if (!(key in answers)) throw new Error(`The test does not answer ${key}`)
    const given = answers[key]
    const answer = isFunction(given) ? await given(call) : given
    if (answer instanceof Error) throw answer
    return answer instanceof Response
      ? answer
      : Response.json({ code: '200', message: 'success', desc: '', data: answer })
  }
  return seen
}

/** The JSON that a call carried. */
export function sentJson(call: SeenCall | undefined): unknown {
  if (typeof call?.body !== 'string') throw new Error('The call carried no text')
  return JSON.parse(call.body)
}
