import { createRef, type VNode } from 'preact'
import { CodePage, type CodeView } from './code-page.tsx'
import type { Words } from './texts.ts'

export type CodeQuestion = {
  /** The reason why the code before was refused. */
  readonly error: string | null
  /** A code from the address. */
  readonly given: string
}

/** Used in the place of a code in the address: a terminal that is paired asks for one. */
export const askAnew = 'anew'

const codePattern = /(?:^|#)([A-Z0-9]{6})$/

/** The parts that asking for a code needs. */
export type CodeTools = {
  readonly words: Words
  show(this: void, page: VNode): void
  /** The texts of the QR codes in a picture. */
  readCodes(this: void, picture: Uint8Array<ArrayBuffer>): Promise<readonly string[]>
}

/** The pairing code that the console shows. A code in the address is used without a question. */
export function askForCode({ error, given }: CodeQuestion, { words, show, readCodes }: CodeTools): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const video = createRef<HTMLVideoElement>()
  const question = crypto.randomUUID()
  let scanning: AbortController | undefined
  let view: CodeView = { problem: error, isScanning: false, isPairing: false }

  function update(change: Partial<CodeView>): void {
    view = { ...view, ...change }
    show(
      <CodePage key={question} view={view} words={words} given={given} video={video} onScan={scan} onCode={finish} />,
    )
  }
  function finish(code: string): void {
    scanning?.abort()
    update({ isPairing: true })
    resolve(code)
  }
  function stopScan(change: Partial<CodeView> = {}): void {
    scanning?.abort()
    scanning = undefined
    update({ isScanning: false, ...change })
  }
  function scan(): void {
    if (scanning) return stopScan()
    scanning = new AbortController()
    update({ isScanning: true, problem: null })
    if (!video.current) return
    scanCode(video.current, readCodes, scanning.signal).then(
      (code) => code !== null && finish(code),
      () => stopScan({ problem: words.faultCamera }),
    )
  }

  update({})
  if (codePattern.test(given)) finish(given)
  return promise
}

/** Rejects if there is no camera. Null once it is cancelled. */
async function scanCode(
  video: HTMLVideoElement,
  readCodes: CodeTools['readCodes'],
  signal: AbortSignal,
): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
      canvas.getContext('2d')?.drawImage(video, 0, 0)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (!blob) continue
      const texts = await readCodes(new Uint8Array(await blob.arrayBuffer()))
      for (const text of texts) {
        const code = codePattern.exec(text)?.[1]
        if (code !== undefined) return code
      }
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
}
