import { decodeImage, pixelsToJpeg } from '@gatehouse/face/node/decode-image.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { loadFaceEngine } from '@gatehouse/face/node/load-face-engine.ts'
import { altered } from '@gatehouse/face/test/alter-photograph.ts'
import { closeEyes, turnHead } from './alter-frames.ts'

/** Degrees from one frame to the next: as in the program's own test of the challenge. */
export const turnStep = 9
const steps = [1, 2, 3, 4]

/** The frames of somebody who can turn the head and close the eyes, made of a photograph; by what they show. */
export async function framesOfActor(file: string): Promise<Record<string, string>> {
  const engine = await loadFaceEngine(await ensureModels())
  try {
    const image = await decodeImage(await altered(file, (picture) => picture.resize({ height: 320 })))
    const [found] = await engine.findFaces(image)
    if (!found) throw new Error(`no face in ${file}`)
    const { landmarks } = await engine.describeFace(image, found)
    const frames = {
      '0': image,
      closed: closeEyes(image, landmarks),
      ...Object.fromEntries(
        steps
          .flatMap((many) => [many * turnStep, -many * turnStep])
          .map((degrees) => [String(degrees), turnHead(image, landmarks, degrees)]),
      ),
    }
    const urls = await Promise.all(
      Object.entries(frames).map(async ([name, frame]) => {
        const { jpeg } = await pixelsToJpeg(frame, 1_000)
        return [name, `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`]
      }),
    )
    return Object.fromEntries(urls)
  } finally {
    await engine.release()
  }
}
