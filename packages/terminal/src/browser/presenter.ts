import { passCode } from '@gatehouse/contract/features/visitor-passes.ts'
import type { Terminal } from '../core/terminal.ts'
import { askWorker, remember } from './face/face-link.ts'
import type { Noticed } from './face/face-messages.ts'
import type { Screen } from './screen/screen.tsx'

/** Presents people and codes to the terminal, one after the other. */
export type Presenter = {
  /** A decision is being made, or waits for its turn. */
  readonly isBusy: boolean
  /** The track of the face that is being decided about; null: a code, a card or a PIN. */
  readonly track: number | null
  /** A person or a code before the camera. */
  notice(noticed: Noticed): void
  /** The input of a reader: a pass is handled like a code before the camera, anything else is the number of a card. */
  read(text: string): void
  /** A PIN from the keys. */
  take(pin: string): void
}

export function createPresenter(terminal: Terminal, screen: Screen): Presenter {
  let track: number | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const withMutex = (work: () => Promise<unknown>): void => {
    waiting++
    last = last
      .then(work)
      .catch(() => undefined) // between two starts nothing is decided
      .finally(() => void waiting--)
  }

  async function decide(noticed: Noticed): Promise<void> {
    track = noticed.track
    const sighting = await terminal.present(noticed.picture).catch(() => null) // between two starts nothing is decided
    const isSettled = sighting !== null || screen.view.request !== null
    if (isSettled && noticed.track !== null) await askWorker({ kind: 'settle', track: noticed.track })
  }

  /** A picture for the record of a reader's or the keys' input; null if the camera shows nothing. */
  async function takePicture(codes: readonly string[] = []): Promise<Noticed['picture'] | null> {
    track = null
    if (screen.video.videoWidth === 0) return null
    const frame = await createImageBitmap(screen.video)
    const noticed = await askWorker({ kind: 'keep', frame }, [frame])
    remember({ ...noticed, codes })
    return noticed.picture
  }

  async function decideTyped(text: string): Promise<void> {
    const isPass = passCode.safeParse(text).success
    const picture = await takePicture(isPass ? [text] : [])
    if (picture && isPass) await terminal.present(picture)
    else await terminal.take({ kind: 'ic-card', text }, picture)
  }

  return {
    get isBusy() {
      return waiting > 0
    },
    get track() {
      return track
    },
    notice: (noticed) => withMutex(() => decide(noticed)),
    read: (text) => withMutex(() => decideTyped(text)),
    take: (text) => withMutex(async () => terminal.take({ kind: 'pin', text }, await takePicture())),
  }
}
