import { constants, createPrivateKey, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptRsa } from './rsa.ts'

function keyPair(modulusLength: number, publicExponent = 0x10001) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  const { n = '', e = '' } = privateKey.export({ format: 'jwk' })
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  return { privateKey, publicKey: { module: hex(n), empoent: hex(e).replace(/^0+/, '') } }
}

/** The block without padding, as the private key alone opens it. */
const opened = (cipher: string, key: KeyObject) =>
  privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(cipher, 'hex'))

describe('[LOGIN-03] the password travels RSA-encrypted with PKCS#1 v1.5 padding', () => {
  const pairs = [keyPair(1024), keyPair(2048), keyPair(2048, 3)]

  it('node:crypto opens what the console encrypted, for each key and every kind of password', () => {
    for (const { privateKey, publicKey } of pairs) {
      for (const password of ['a', 'Gatehouse_1', '0123456789abcdef', '密碼🔑', '']) {
        const cipher = encryptRsa(password, publicKey)
        expect(cipher).toMatch(/^[0-9a-f]+$/)
        expect(cipher).toHaveLength(publicKey.module.length)
        const block = opened(cipher, privateKey)
        expect([...block.subarray(0, 2)]).toEqual([0, 2])
        const end = block.indexOf(0, 2)
        expect(end).toBeGreaterThanOrEqual(10)
        expect(block.subarray(end + 1).toString()).toBe(password)
      }
    }
  })

  it('the same password never looks the same twice', () => {
    const [pair] = pairs
    if (!pair) throw new Error('no key')
    expect(encryptRsa('secret', pair.publicKey)).not.toBe(encryptRsa('secret', pair.publicKey))
  })

  it('a text that is too long for the key is refused', () => {
    const [pair] = pairs
    if (!pair) throw new Error('no key')
    expect(() => encryptRsa('x'.repeat(117), pair.publicKey)).not.toThrow()
    expect(() => encryptRsa('x'.repeat(118), pair.publicKey)).toThrow(RangeError)
  })

  it('the padding is the one that createPrivateKey and privateDecrypt know as PKCS#1', () => {
    const [, pair] = pairs
    if (!pair) throw new Error('no key')
    const key = createPrivateKey(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const clear = privateDecrypt(
      { key, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(encryptRsa('Gatehouse_1', pair.publicKey), 'hex'),
    )
    expect(clear.toString()).toBe('Gatehouse_1')
  })
})
