import { askWorker, remember } from './face-link.ts'
import type { EyeSettings, FrameSeen, Noticed } from './face-messages.ts'

export type CameraOptions = {
  readonly video: HTMLVideoElement
  /** Read for every frame. */
  readonly settings: () => EyeSettings
  /** No decision is wanted now; faces are found all the same. */
  readonly isPaused: () => boolean
  /** Milliseconds between two frames; 0: as fast as they come. */
  readonly pauseMs: () => number
  onFrame(seen: FrameSeen, takenAtMs: number): void
  onNoticed(noticed: Noticed): void
  /** The picture is lost: no camera, no permission, or unplugged. Tried again every few seconds. */
  onBlind(isBlind: boolean): void
}

const retryMs = 3_000

/**
 * Watches the camera until the signal. One frame at a time: frames that the worker cannot process in time are dropped.
 */
export async function runCamera(options: CameraOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const stream = await openCamera().catch(() => null)
    options.onBlind(stream === null)
    if (stream) {
      await show(options.video, stream)
      await followStream(stream, options, signal)
      for (const track of stream.getTracks()) track.stop()
    } else await wait(retryMs)
  }
}

const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } },
  })

async function show(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream
  await video.play().catch(() => undefined) // a page in the background may not; the next frame comes in front
}

async function followStream(stream: MediaStream, options: CameraOptions, signal: AbortSignal): Promise<void> {
  const [track] = stream.getVideoTracks()
  while (!signal.aborted && track?.readyState === 'live') {
    await nextFrame(options.video)
    if (options.video.videoWidth === 0) continue
    const takenAtMs = performance.now()
    performance.mark('frame')
    const frame = await createImageBitmap(options.video)
    const settings = options.settings()
    const seen = await askWorker({ kind: 'frame', frame, settings, isPaused: options.isPaused() }, [frame])
    performance.clearMarks('frame') // the measuring code handles the error
    options.onFrame(seen, takenAtMs)
    for (const noticed of seen.noticed) {
      remember(noticed)
      options.onNoticed(noticed)
    }
    const pauseMs = options.pauseMs()
    if (pauseMs > 0) await wait(pauseMs)
  }
}

/** The next picture of the camera, or a second later if none arrives: the stream may have ended. */
const nextFrame = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      video.cancelVideoFrameCallback(asked) // a page in the background would collect one each second
      resolve()
    }, 1_000)
    const asked = video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      resolve()
    })
  })

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
