import { askWorker } from '../face/face-link.ts'
import { el } from './element.ts'
import type { Speech } from './texts.ts'

export interface CodeQuestion {
  /** Why the one before was not taken. */
  readonly error: string | null
  /** A code that came with the address. */
  readonly given: string
  readonly speech: Speech
  readonly video: HTMLVideoElement
  show(...content: Node[]): void
}

/** In the place of a code in the address: a terminal that is paired asks for one. */
export const askAnew = 'anew'

const codePattern = /(?:^|#)([A-Z0-9]{6})$/

/** The pairing code that the console shows: typed, or held before the camera as a QR code. */
export function askForCode({ error, given, speech: { words }, video, show }: CodeQuestion): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const field = el('input', {
    id: 'code',
    name: 'code',
    value: given,
    maxLength: 6,
    required: true,
    pattern: '[A-Za-z0-9]{6}',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: false,
  })
  const submit = el('button', { type: 'submit', textContent: words.pair })
  const scan = el('button', { type: 'button', className: 'quiet', textContent: words.scan })
  const problem = el('p', { className: 'problem', role: 'alert', textContent: error ?? '', hidden: error === null })
  const form = el(
    'form',
    {},
    el('label', { htmlFor: 'code', textContent: words.code }),
    field,
    problem,
    el('div', { className: 'buttons' }, submit, scan),
  )
  const limits = el('p', { className: 'limits', textContent: words.limits })
  let scanning: AbortController | undefined

  const finish = (code: string): void => {
    scanning?.abort()
    submit.disabled = true
    submit.textContent = words.pairing
    resolve(code)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    finish(field.value.trim().toUpperCase())
  })
  const stopScan = (): void => {
    scanning?.abort()
    scanning = undefined
    scan.textContent = words.scan
    video.hidden = true
  }
  scan.addEventListener('click', () => {
    if (scanning) return stopScan()
    scanning = new AbortController()
    scan.textContent = words.stopScan
    problem.hidden = true
    video.hidden = false
    scanCode(video, scanning.signal).then(
      (code) => code !== null && finish(code),
      () => {
        stopScan()
        problem.textContent = words.faultCamera
        problem.hidden = false
      },
    )
  })
  video.hidden = true
  show(el('h1', { textContent: words.pairTitle }), el('p', { textContent: words.pairText }), video, form, limits)
  field.focus()
  if (codePattern.test(given)) finish(given)
  return promise.finally(() => void (video.hidden = false))
}

/** Rejects where there is no camera. Null once it is called off. */
async function scanCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const canvas = el('canvas', { width: video.videoWidth, height: video.videoHeight })
      canvas.getContext('2d')?.drawImage(video, 0, 0)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (!blob) continue
      const texts = await askWorker({ kind: 'read', picture: new Uint8Array(await blob.arrayBuffer()) })
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
