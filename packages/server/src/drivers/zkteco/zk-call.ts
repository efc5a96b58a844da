import type { Call } from './protocol/read-address.ts'
import type { Readable } from 'node:stream'
import type { Fields } from './protocol/read-fields.ts'

export type ZkCall = {
  call: Call
  method: string
  query: Fields
  serialNumber: string
  address: string
  body: Buffer
  range?: string | undefined
}
/** `closes`: the connection ends with it. `headers`: of a file, or of a part of it that there is not. */
export type ZkReply = {
  status: number
  body: string | Buffer | Readable
  closes?: boolean
  headers?: Readonly<Record<string, string>>
}
