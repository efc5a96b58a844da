import http from 'node:http'
import { addressOf, requestOf, type RouteRequest } from '@gatehouse/contract/client.ts'
import { getPackageFile, pullUpgrades, reportUpgrade } from '@gatehouse/contract/device/link.ts'

type Answer = { status: number; length: number; retryAfter: number }

/** The step of the percentages that a terminal reports. */
const stepPercent = 10

/**
 * Sends the requests and reports of a terminal while it upgrades, and nothing else: the bytes are counted and
 * forgotten, since 500 terminals that keep and hash them do so on their own hardware.
 */
export function openDownloader(url: string, authorization: string, packageId: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4, timeout: 5_000 })

  function ask(request: RouteRequest, onData?: (length: number) => void): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const { method, body } = request
    const headers = { authorization, ...request.headers }
    http
      .request(url + addressOf(request), { method, headers, agent }, (incoming) => {
        let length = 0
        incoming.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (incoming.statusCode === 200) onData?.(length)
        })
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            length,
            retryAfter: Number(incoming.headers['retry-after'] ?? 1),
          }),
        )
      })
      .on('error', reject)
      .end(body)
    return promise
  }

  async function tell(state: 'downloading' | 'verified', percent: number): Promise<void> {
    const { status } = await ask(
      requestOf(reportUpgrade, { params: { id: packageId }, body: { attempt: 1, state, percent } }),
    )
    if (status !== 200) throw new Error(`what was told of a download was answered with ${status}`)
  }

  return {
    /** One go at it. Gives after how many seconds the server wants to be asked again; null: it is here. */
    async fetch(size: number): Promise<number | null> {
      await ask(requestOf(pullUpgrades))
      let toldPercent = 0
      const telling: Promise<void>[] = []
      const { status, length, retryAfter } = await ask(
        requestOf(getPackageFile, { params: { id: packageId } }),
        (length) => {
          const percent = Math.floor((length * 100) / size)
          if (percent < toldPercent + stepPercent || percent === 100) return
          toldPercent = percent
          telling.push(tell('downloading', percent))
        },
      )
      if (status === 503) return retryAfter
      if (status !== 200 || length !== size) throw new Error(`a download was answered with ${status}, ${length} bytes`)
      await Promise.all(telling)
      await tell('verified', 100)
      return null
    },
    close: () => agent.destroy(),
  }
}
