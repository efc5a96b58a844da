import { Worker } from 'node:worker_threads'
import { withMutex } from '../with-mutex.ts'
import type { PdfDocument } from './pdf-document.ts'

const maxMemoryMb = 512

/** Draws a document on a thread of its own, one document at a time: fonts take memory, and a long list a second. */
export const drawPdf = (document: PdfDocument): Promise<Buffer> =>
  withMutex(
    'draw-pdf',
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
          workerData: document,
          execArgv: [],
          resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
        })
        worker.on('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
        worker.on('error', reject)
        worker.on('exit', (code) => reject(new Error(`the thread that draws a PDF ended with ${code}`)))
      }),
  )
