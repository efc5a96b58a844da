import { shrinkCapture } from '#platform'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import type { Behaviour, Sighting, TerminalCore } from '../behaviour.ts'
import { plausibleNowMs } from '../clock.ts'
import { decidePassage } from '../recognition/decide-passage.ts'
import { promptText } from '../recognition/prompt-text.ts'
import { createRecentFaces } from '../recognition/recent-faces.ts'
import type { RecentFaces } from '../recognition/recent-faces.ts'
import { openDoor, recordDecision } from './record-decision.ts'
import { createPassWatch, findPassCode } from './decide-pass.ts'

/**
 * Somebody stands before the camera: who it is, whether the door opens, and the record of it, which is on the disk before
 * the door moves. One after the other; the server has no part in it.
 */
export const recogniseAndDecide: Behaviour = {
  name: 'recognition',
  start(terminal) {
    const recent = createRecentFaces()
    const watch = createPassWatch(terminal)
    let last: Promise<unknown> = Promise.resolve()
    return {
      see(picture) {
        const seen = last.then(async () => {
          const code = await findPassCode(terminal, picture)
          return code === null ? seePerson(terminal, recent, picture) : watch.see(code, picture)
        })
        last = seen.catch(() => undefined) // whoever showed the picture hears of it
        return seen
      },
      async stop() {
        await last
      },
    }
  },
}

async function seePerson(terminal: TerminalCore, recent: RecentFaces, picture: Uint8Array): Promise<Sighting | null> {
  const { state, clock } = terminal
  const face = await terminal.recogniser.look(picture).catch((error: unknown) => {
    terminal.emit('undecided', `the picture cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
  // Read after the face was found: this is the moment of the decision.
  const { configuration } = state
  if (!configuration) {
    terminal.emit('undecided', 'nothing can be decided before the first settings have come')
    return null
  }
  const { settings } = configuration
  if (!face || face.width < smallestFace(settings)) return null
  terminal.tell({ type: 'seen' })
  if (!isEnough(settings.verificationMode)) {
    terminal.emit('undecided', `a face alone is not enough here: ${settings.verificationMode}`)
    return null
  }

  const nowMs = clock.nowMs()
  const decision = decidePassage({
    face,
    configuration,
    candidates: terminal.people.search(face.embedding, 5),
    isHeldClosed: terminal.door.mode === 'held-closed',
    find: (personId) => state.people.find(personId),
    atMs: plausibleNowMs(clock),
  })
  if (face.isTentative && !decision.person) return null
  const sight = { embedding: face.embedding, decision, atMs: nowMs }
  const isRepeat = recent.isRepeat(sight, settings.repeatSeconds, settings.faceThreshold)
  const moment = { nowMs, picture, entryMode: 'face', place: face.place } as const
  const sequence = isRepeat ? null : await recordDecision(terminal, decision, moment)
  if (!isRepeat) recent.remember(sight)
  if (decision.verdict.recordedAs === 'spoof') terminal.alarms.raise('spoof', { image: await shrinkCapture(picture) })
  // Who is let in and comes again at once is let in again, even where nothing new is recorded.
  if (decision.verdict.opens) await openDoor(terminal, decision, settings.doorOpenSeconds)

  const sighting = { ...decision, sequence, opened: decision.verdict.opens }
  terminal.emit('decided', sighting)
  const prompt = promptText(decision, settings)
  if (prompt !== '') terminal.emit('prompted', prompt, settings.voiceBroadcast)
  return sighting
}

/** Pixels that a face a metre away has in the pictures of a usual camera; twice as far away it is half as wide. */
const widthAtOneMetre = 80

const smallestFace = ({ minFaceWidth, recognitionDistance }: DeviceSettings) =>
  Math.max(minFaceWidth, widthAtOneMetre / recognitionDistance)

/** Whether a face alone may open, or what it goes with is missing: this terminal has a camera only. */
const isEnough = (mode: DeviceSettings['verificationMode']) => mode === 'face' || mode.startsWith('face-or-')
