import type { Call } from './protocol/read-address.ts'
import type { Fields } from './protocol/read-fields.ts'

export type ZkCall = { call: Call; method: string; query: Fields; serialNumber: string; address: string; body: Buffer }
/** `closes`: the connection ends with it. */
export type ZkReply = { status: number; body: string | Buffer; closes?: boolean }
