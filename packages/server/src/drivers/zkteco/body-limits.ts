import type { ZkCall, ZkReply } from './zk-call.ts'

/** Facts, options and answers are read field by field, whose names cost far more than their bytes: no terminal has more of them than this. */
export const maxFactsBytes = 64 * 1024
/** Answers may hold the values that a command asked for, of as many commands as wait. */
const maxAnswersBytes = 256 * 1024

/** The most bytes of the body of such a call; null: that of any call. A terminal may register from anywhere, and only says its serial number. */
export function maxBytesOf({ call, query }: Pick<ZkCall, 'query'> & { call: ZkCall['call'] | null }): number | null {
  if (call === 'devicecmd') return maxAnswersBytes
  const what = query.get(call === 'querydata' ? 'type' : 'table')?.toLowerCase()
  return call === 'registry' || what === 'options' ? maxFactsBytes : null
}

export const tooLong: ZkReply = { status: 413, body: 'ERROR' }
