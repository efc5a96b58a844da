import sharp from 'sharp'
import { answerDrawing } from './draw-plan.ts'
import { type DrawingAnswer, type DrawingJob, maxProcessBytes } from './drawing-jobs.ts'

/*
 * A process for one file of somebody else: it reads it, draws it, and ends. It is started without the environment of the server, so that
 * there is nothing in it to be taken.
 */

sharp.concurrency(1)
sharp.cache(false)
// Only the decoders of what a plan may be, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadSvgBuffer'] })

const answer = (message: DrawingAnswer) => process.send?.(message, () => process.exit(0))

// Decoding runs on other threads, so that this one sees how much it takes. PDFium, which runs on this one, has a bound of its own.
setInterval(() => {
  if (process.memoryUsage.rss() > maxProcessBytes) answer({ kind: 'refused', code: 'floor-plan.too-complex' })
}, 20)

process.once('message', (job: DrawingJob) => void answerDrawing(job).then(answer))
