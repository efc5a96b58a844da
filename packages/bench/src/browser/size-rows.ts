import { request } from 'node:http'
import { row, type Row } from '../benchmark.ts'
import type { Visit } from './visit-cold.ts'

/** Rows with the bytes that a cold visit loads, in the encodings that a browser may ask for. Aims are in kB of brotli. */
export async function sizeRows(
  page: string,
  { requests, scripts, styles }: Visit,
  aim: { script?: number; scriptAndStyle?: number },
): Promise<Row[]> {
  const size = async (urls: readonly string[], encoding: string) => {
    const sizes = await Promise.all(urls.map((url) => sizeOf(url, encoding)))
    return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000
  }
  const atMost = (kB: number | undefined) => (kB === undefined ? {} : { atMost: kB })
  const both = [...scripts, ...styles]
  return [
    row({ what: `${page}, requests`, value: requests, unit: 'requests' }),
    row({ what: `${page}, script, brotli`, value: await size(scripts, 'br'), unit: 'kB', ...atMost(aim.script) }),
    row({ what: `${page}, script, gzip`, value: await size(scripts, 'gzip'), unit: 'kB' }),
    row({
      what: `${page}, script and style, brotli`,
      value: await size(both, 'br'),
      unit: 'kB',
      ...atMost(aim.scriptAndStyle),
    }),
  ]
}

/** Bytes on the wire of an address's body. */
function sizeOf(url: string, encoding: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => (bytes += chunk.length))
    response.on('end', () =>
      response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} answered ${response.statusCode}`)),
    )
  })
    .on('error', reject)
    .end()
  return promise
}
