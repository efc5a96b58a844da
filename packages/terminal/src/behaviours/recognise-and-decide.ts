import { shrinkCapture } from '#platform'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { nextFactor } from '@gatehouse/engine/passage/verification.ts'
import { sameVisitOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { fullWidth, isSameFace, type Look } from '@gatehouse/face/core/join-looks.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import type { Sighting } from '../recognition/sighting.ts'
import { doorStateOf } from '../door/door-state.ts'
import { plausibleNowMs } from '../lib/clock.ts'
import { makeId } from '../lib/random.ts'
import { type Decision, decidePassage, evaluateStranger, isOpenToAll } from '../recognition/decide-passage.ts'
import type { Recogniser, SeenFace } from '../recognition/recogniser.ts'
import { holds, visitedFace } from '../recognition/visit.ts'
import { createRecentFaces, type RecentFaces } from '../recognition/recent-faces.ts'
import { createSurroundingsAsker, type SurroundingsAsker } from './ask-surroundings.ts'
import { createCredentialCollector, type CredentialCollector } from './credential-collector.ts'
import { createPassReader, findPassCode, type PassReader } from './pass-reader.ts'
import { actOn, recordDecision } from './record-decision.ts'

/**
 * Recognises the person before the camera, decides whether the door opens, and records it on the disk before the door
 * moves. One person after the other; the server has no part in it, but where a rule of the door depends on other doors.
 */
export const recogniseAndDecide: OwnBehaviour<'recognition'> = {
  name: 'recognition',
  start(terminal) {
    const recent = createRecentFaces()
    const surroundings = createSurroundingsAsker(terminal)
    const collector = createCredentialCollector(terminal, surroundings)
    const passReader = createPassReader(terminal, { surroundings, collector })
    const parts = { recent, collector, surroundings, passReader }
    let last: Promise<unknown> = Promise.resolve()
    const withMutex = (work: () => Promise<Sighting | null>): Promise<Sighting | null> => {
      const done = last.then(work)
      last = done.catch(() => undefined) // the caller that showed the picture handles the error
      return done
    }
    return {
      see: (picture, further = []) =>
        withMutex(async () => {
          const code = await findPassCode(terminal, picture)
          // The face that is wanted beside a pass may be in the same picture.
          const byCode = code === null ? null : await passReader.see(code, picture)
          if (byCode !== null || (code !== null && !wantsFaceToo(terminal))) return byCode
          return seePerson(terminal, parts, picture, further)
        }),
      take: (credential, picture) => withMutex(() => collector.take(credential, picture)),
      async stop() {
        collector.close()
        surroundings.close()
        await last
      },
      die() {
        collector.close()
        surroundings.close()
      },
    }
  },
}

const wantsFaceToo = ({ state }: TerminalCore): boolean =>
  nextFactor(state.configuration?.settings.verificationMode ?? 'face', ['qr-code']) === 'face'

type Parts = {
  readonly recent: RecentFaces
  readonly collector: CredentialCollector
  readonly surroundings: SurroundingsAsker
  readonly passReader: PassReader
}

async function seePerson(
  terminal: TerminalCore,
  { recent, collector, surroundings, passReader }: Parts,
  picture: Uint8Array,
  further: readonly Uint8Array[],
): Promise<Sighting | null> {
  const { state, clock } = terminal
  const checksLiveness = state.configuration?.settings.livenessCheck ?? true
  const face = await lookWithCurrent(terminal, [picture, ...further], checksLiveness).catch((error: unknown) => {
    terminal.emit('undecided', `the picture cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
  // Read after the face was found: the decision is made at this moment.
  const { configuration } = state
  if (!configuration) {
    terminal.emit('undecided', 'nothing can be decided before the first settings have come')
    return null
  }
  const { settings } = configuration
  if (!face || face.width < minFaceWidthIn(settings)) return null
  terminal.notify('person-seen')
  if (settings.livenessCheck && face.liveness === null) {
    terminal.emit('undecided', 'liveness is asked for since this picture was taken')
    return null
  }

  const nowMs = clock.nowMs()
  const atDoor = { configuration, door: doorStateOf(terminal), atMs: plausibleNowMs(clock) }
  const found = decidePassage({
    ...atDoor,
    face,
    people: terminal.people,
    find: (personId) => state.people.find(personId),
  })
  const { liveness, shownIds: maybeIds } = found
  const byChance = { ...evaluateStranger(atDoor), liveness, face: face.embedding, maybeIds }
  const seen = opensByChance(found, face, settings) ? byChance : found
  if (face.isTentative && !seen.person) return null
  const settled = collector.addFace(seen, { picture, place: face.place ?? null })
  if (!settled) return null
  const { entryMode } = settled
  const passing = surroundings.passing(settled.decision, nowMs)
  const complete = passing ?? (await surroundings.complete(settled.decision, nowMs))
  const id = makeId()
  const decision =
    entryMode === 'face-and-qr-code' && passing === null ? await passReader.useBeside(complete, id) : complete
  const sight = { embedding: face.embedding, decision, atMs: nowMs }
  const before = recent.find(sight, settings.repeatSeconds, settings.faceThreshold)
  const isRepeat = passing !== null || before !== undefined
  const moment = { nowMs, picture, entryMode, place: face.place ?? null, id }
  const recorded = isRepeat ? null : await recordDecision(terminal, decision, moment)
  if (!isRepeat) recent.remember({ ...sight, recordId: recorded?.id ?? null })
  if (decision.verdict.recordedAs === 'spoof') terminal.alarms.raise('spoof', { image: await shrinkCapture(picture) })
  // The door opens again for a person who was admitted and returns at once, even if nothing new is recorded.
  return actOn(terminal, decision, recorded, settings, recorded?.id ?? before?.recordId ?? null)
}

/** A look that was under way while the terminal changed over to another recogniser is taken again. */
async function lookWithCurrent(terminal: TerminalCore, pictures: readonly Uint8Array[], checksLiveness: boolean) {
  for (;;) {
    const used = terminal.recogniser
    const face = await lookAt(used, pictures, checksLiveness)
    if (terminal.recogniser === used) return face
  }
}

/** The face of one picture, or of several of one visit together: the first is the one that goes into the record. */
async function lookAt(
  recogniser: Recogniser,
  pictures: readonly Uint8Array[],
  checksLiveness: boolean,
): Promise<SeenFace | null> {
  let first: SeenFace | undefined
  const looks: Look[] = []
  for (const picture of pictures) {
    const face = await recogniser.look(picture, { checksLiveness })
    if (!face) {
      if (!first) return null
      continue
    }
    first ??= face
    if (!isSameFace(looks, face.embedding, sameVisitOf(recogniser.modelId))) continue
    looks.push({ ...face, weight: Math.min(1, face.width / fullWidth) })
  }
  return first && looks.length > 1 ? { ...first, ...visitedFace(looks) } : (first ?? null)
}

/** The looks together find somebody who may pass, but most of them by themselves do not: the match does not hold (ADR 0076). */
const opensByChance = (found: Decision, { looks = [] }: SeenFace, { faceThreshold }: DeviceSettings): boolean =>
  found.verdict.opens &&
  found.person !== null &&
  !isOpenToAll(found) &&
  !holds(looks, found.person.embeddings, faceThreshold)

/**
 * The width in pixels of a face one metre away in the pictures of a usual camera; twice as far away it is half as wide.
 */
const widthAtOneMetre = 80

const minFaceWidthIn = ({ minFaceWidth, recognitionDistance }: DeviceSettings) =>
  Math.max(minFaceWidth, widthAtOneMetre / recognitionDistance)
