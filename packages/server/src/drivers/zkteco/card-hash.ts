import { blindIndex } from '../../lib/seal.ts'
import type { ZkParts } from './zk-session.ts'

/** By which the card that a terminal tells is compared with the one that was sent, without keeping it. */
export const cardHash = (
  { blindIndex: key }: ZkParts['services']['keys'],
  deviceId: string,
  number: number,
  card: string,
): Buffer => blindIndex(key, `zkteco card ${deviceId} ${number} ${card.replace(/^0+/, '')}`)
