import { scryptCost } from '@gatehouse/contract/device/link.ts'
import { scrypt } from '@noble/hashes/scrypt.js'
import type { HashAsked } from './hash-link.ts'

/* scrypt, which browsers do not have, beside the page and its camera. */

addEventListener('message', ({ data: { id, secret, salt } }: MessageEvent<HashAsked>) =>
  postMessage({ id, key: scrypt(secret, salt, { ...scryptCost, dkLen: 32 }) }),
)
