import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { CodeReader } from '../recognition/code-reader.ts'

let prepared: Promise<unknown> | undefined

/** Loads the reader at the first picture: its library would otherwise fetch itself from the Internet. */
async function prepare(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const bytes = await readFile(path)
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

export const codeReader: CodeReader = {
  async read(picture) {
    if (!isPicture(picture)) return []
    await (prepared ??= prepare())
    const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 4 })
    return codes.filter(({ isValid }) => isValid).map(({ text }) => text)
  },
}

/** Tells JPEG from PNG by the first bytes. */
const isPicture = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)
