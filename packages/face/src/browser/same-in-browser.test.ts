import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../../../scripts/chromium.ts'
import { alignFace } from '../core/align-face.ts'
import type { Candidate } from '../core/compare-embeddings.ts'
import { cosineOf } from '../core/compare-embeddings.ts'
import type { DecodedImage } from '../node/decode-image.ts'
import { decodeImage } from '../node/decode-image.ts'
import { ensureModels } from '../node/fetch-models.ts'
import { loadFaceEngine } from '../node/load-face-engine.ts'
import { photograph } from '../test/alter-photograph.ts'

interface Seen {
  readonly embedding: readonly number[]
  readonly occlusion: number
  readonly liveness: number
  readonly candidates: readonly Candidate<string>[]
}

let browser: Browser
let modelsFolder: string
let script: string
let image: DecodedImage
const server = createServer((request, response) => {
  answer(request.url ?? '/').then(
    ([type, body]) => response.setHeader('content-type', type).end(body),
    () => response.writeHead(404).end(),
  )
})

beforeAll(async () => {
  modelsFolder = await ensureModels()
  image = await decodeImage(await photograph('cage.jpg'))
  script = await bundle()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A processor that plays a graphics card: slow, and with the very programs that run on a real one.
  browser = await launchChromium({ args: ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] })
})
afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})

/** The engine as a page would load it, made by the bundler the console uses. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../test/browser-entry.ts', import.meta.url))
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'engine' } },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('the bundler gave no output')
  return first.output[0].code
}

async function answer(url: string): Promise<[type: string, body: string | Uint8Array]> {
  if (url === '/') return ['text/html', '<!doctype html><title>face</title>']
  if (url === '/engine.js') return ['text/javascript', script]
  if (url === '/pixels') return ['application/octet-stream', Uint8Array.from(image.data)]
  const [, folder, file = ''] = url.split('/')
  if (folder === 'models') return ['application/octet-stream', await readFile(path.join(modelsFolder, file))]
  const runtime = path.dirname(fileURLToPath(import.meta.resolve('onnxruntime-web/wasm')))
  const type = file.endsWith('.wasm') ? 'application/wasm' : 'text/javascript'
  return [type, await readFile(path.join(runtime, path.basename(file)))]
}

/** The result of a script, in a page of its own. */
async function inPage<T>(script: string): Promise<T> {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server does not listen on TCP')
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${address.port}/`)
  const result = await page.evaluate<T>(script)
  await page.close()
  return result
}

/**
 * An import of `browser-entry.ts`; as text, since the test runner would rewrite the import of a function for itself.
 */
const call = <T>(name: string, ...given: readonly unknown[]): Promise<T> =>
  inPage(`import('/engine.js').then(({ ${name} }) => ${name}(...${JSON.stringify(given)}))`)

it('the same pixels give the same embedding in Chromium as in Node', async () => {
  const engine = await loadFaceEngine(modelsFolder)
  const [found] = await engine.findFaces(image)
  const face = await engine.describeFace(image, found!)
  const seen = await call<Seen>('recognise', '/pixels', image.width, image.height)
  const cosine = cosineOf(face.embedding, Float32Array.from(seen.embedding))
  process.stdout.write(`cosine of Node and Chromium: ${cosine.toFixed(6)}\n`)
  expect(cosine).toBeGreaterThan(0.999)
  expect(seen.occlusion).toBeCloseTo(face.occlusion, 2)
  expect(seen.liveness).toBeCloseTo(await engine.evaluateLiveness(image, found!), 2)
  expect(seen.candidates).toEqual([{ personId: 'same', cosine: expect.closeTo(1, 4) }])
  await engine.release()
})

/** A busy machine that plays a card takes minutes. */
const patience = { timeout: 300_000 }

it('WebGPU gives the embedding that the processor gives', patience, async ({ skip }) => {
  const hasCard = await inPage<boolean>(`(async () => Boolean(await navigator.gpu?.requestAdapter()))()`)
  if (!hasCard) return skip('this browser plays no graphics card')
  const engine = await loadFaceEngine(modelsFolder)
  const [found] = await engine.findFaces(image)
  const face = await engine.describeFace(image, found!)
  await engine.release()
  const aligned = alignFace(image, face.landmarks)
  const byCard = await call<number[]>('embedOnCard', [...aligned.data], aligned.width)
  const cosine = cosineOf(face.embedding, Float32Array.from(byCard))
  process.stdout.write(`cosine of Node and Chromium by WebGPU: ${cosine.toFixed(6)}\n`)
  expect(cosine).toBeGreaterThan(0.999)
})
