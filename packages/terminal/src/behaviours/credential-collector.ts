import { shrinkCapture } from '#platform'
import { cosineToPerson } from '@gatehouse/face/core/compare-embeddings.ts'
import type { WireRecord } from '@gatehouse/contract/device/link.ts'
import { entryModeOf, type Factor } from '@gatehouse/engine/passage/verification.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { doorStateOf } from '../door/door-state.ts'
import { plausibleNowMs } from '../lib/clock.ts'
import { isPin } from '../recognition/credential-keys.ts'
import { decideAgain, evaluatePerson, evaluateStranger, type Decision } from '../recognition/decide-passage.ts'
import { verifyThresholdOf } from '../recognition/verify-threshold.ts'
import { findByCard } from '../recognition/find-by-card.ts'
import type { Credential, Sighting } from '../recognition/sighting.ts'
import type { Configuration, PeopleStore, StoredPerson } from '../state/terminal-state.ts'
import {
  addFactor,
  type Asked,
  dropOutdated,
  type FactorProgress,
  type FactorRules,
  nothingShown,
  refuseCredential,
  type Settled,
  withoutRequest,
} from './factor-progress.ts'
import type { SurroundingsAsker } from './ask-surroundings.ts'
import { createPinLock } from './pin-lock.ts'
import { actOn, recordDecision } from './record-decision.ts'

/** The time that a person has for the next requested factor. */
const maxWaitMs = 15_000

export type CredentialCollector = {
  /**
   * Adds a face with its decision, and returns the final decision if nothing else is needed. Null: another factor is
   * requested, or the face counts for nothing.
   */
  addFace(decision: Decision, look: Look): Settled | null
  /** Adds a pass that its person may use here; null: their face is asked for. A code stays before the camera: it asks once. */
  addPass(decision: Decision): Settled | null
  /** Adds a card at the reader, or a PIN from the keys. */
  take(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  close(): void
}

/** The picture of a face, and where the face is on it. */
export type Look = { readonly picture: Uint8Array; readonly place: WireRecord['faceBox'] }

/** Collects the factors of one person where the verification mode wants several. */
export function createCredentialCollector(
  terminal: TerminalCore,
  surroundings: Pick<SurroundingsAsker, 'complete'>,
): CredentialCollector {
  let lastLook: Look | null = null
  const request = createFactorRequest(terminal, recordStranger)
  const checkPin = createPinCheck(terminal, request)

  async function readCard(configuration: Configuration, number: string): Promise<Settled | null> {
    const person = await findByCard(terminal.state.people, number)
    const decision = person ? evaluateNow(terminal, configuration, person) : refuseUnknownCard(terminal, configuration)
    return request.add(decision, 'ic-card')
  }

  /** Nobody has said by a card or a PIN who it is: a stranger was here. */
  function recordStranger(decision: Decision): void {
    const { configuration } = terminal.state
    if (!configuration) return
    const moment = { nowMs: terminal.clock.nowMs(), entryMode: 'face', picture: null, ...lastLook } as const
    void recordDecision(terminal, decision, moment).then((recorded) =>
      actOn(terminal, decision, recorded, configuration.settings),
    )
  }

  return {
    addFace(decision, look) {
      request.dropOutdated()
      const { asked } = request
      if (asked && asked.person === null && asked.missing !== 'face') {
        if (!decision.person) return null
        if (!asked.decision.shownIds.includes(decision.person.id)) recordStranger(asked.decision)
        lastLook = look
        return request.add(decision, 'face')
      }
      lastLook = look
      if (!asked || asked.missing === 'face') return request.add(decision, 'face')
      // A person who looks down at the keys is not recognised for a moment.
      if (!decision.person) return null
      if (!asked.decision.shownIds.some((id) => decision.shownIds.includes(id))) return request.add(decision, 'face')
      request.wait()
      return null
    },
    addPass(decision) {
      request.dropOutdated()
      const { asked } = request
      const isAsked = asked?.shown.includes('qr-code') && asked.person?.id === decision.person?.id
      return isAsked ? null : request.add(decision, 'qr-code')
    },
    async take({ kind, text }, picture) {
      const { configuration } = terminal.state
      if (!configuration) return null
      terminal.notify('person-seen')
      request.dropOutdated()
      const settled =
        kind === 'pin' ? await checkPin(configuration, text, picture) : await readCard(configuration, text)
      if (!settled) return null
      const { entryMode } = settled
      const nowMs = terminal.clock.nowMs()
      const decision = await surroundings.complete(settled.decision, nowMs)
      const recorded = await recordDecision(terminal, decision, { nowMs, picture, entryMode })
      return actOn(terminal, decision, recorded, configuration.settings)
    },
    close: request.close,
  }
}

type FactorRequest = ReturnType<typeof createFactorRequest>

/** Holds what is asked of the person at the door, for a while, and tells the screen. */
function createFactorRequest(terminal: TerminalCore, onUnnamed: (decision: Decision) => void) {
  const { state, clock, emit } = terminal
  let progress = nothingShown
  let cancel = (): void => {}
  const pinLock = createPinLock(clock)
  const mode = () => state.configuration?.settings.verificationMode ?? 'face'
  const pinHolders: FactorRules['pinHolders'] = ({ shownIds }) =>
    shownIds.flatMap((id) => state.people.find(id) ?? []).filter(({ pin }) => pin !== null)

  function wait(): void {
    cancel()
    cancel = clock.after(maxWaitMs, () => {
      const { asked } = progress
      moveTo(withoutRequest(progress))
      if (asked?.person === null) onUnnamed(asked.decision)
    })
  }
  function moveTo(next: FactorProgress): void {
    const { asked } = progress
    progress = next
    if (next.asked === asked) return
    cancel()
    if (asked) emit('factor-requested', null, '')
    if (!next.asked) return
    wait()
    emit('factor-requested', next.asked.missing, next.asked.person?.name ?? '')
  }

  return {
    get asked(): Asked | null {
      return progress.asked
    },
    pinLock,
    pinHolders,
    add(decision: Decision, factor: Factor): Settled | null {
      const repeatMs = (state.configuration?.settings.repeatSeconds ?? 0) * 1000
      const { configuration } = state
      const rules: FactorRules = {
        mode: mode(),
        nowMs: clock.nowMs(),
        repeatMs,
        pinHolders,
        isLocked: pinLock.isLocked,
        cosineOfOne(personId, face) {
          const cosine = cosineToPerson(state.people.find(personId)?.embeddings ?? [], face)
          return configuration && cosine >= verifyThresholdOf(configuration.settings, terminal.recogniser.modelId)
            ? cosine
            : null
        },
        decideAgain: (before) => (configuration ? decideAgain(before, momentOf(terminal, configuration)) : before),
      }
      const { progress: next, settled, undecided } = addFactor(progress, decision, factor, rules)
      moveTo(next)
      if (undecided !== null) emit('undecided', undecided)
      return settled
    },
    dropOutdated: () => moveTo(dropOutdated(progress, mode())),
    /** The person gets the whole time again. */
    wait,
    end: () => moveTo(withoutRequest(progress)),
    close: () => cancel(),
  }
}

/** Checks a PIN of the person who was asked for one. */
const createPinCheck =
  (terminal: TerminalCore, request: FactorRequest) =>
  async (configuration: Configuration, pin: string, picture: Uint8Array | null): Promise<Settled | null> => {
    const { asked, pinLock } = request
    if (asked?.missing !== 'pin') return null
    const { shown, decision, person } = asked
    const holders = request.pinHolders(decision)
    if (holders.length === 0) return null
    const { hashing } = terminal.state.people
    const holder = await findHolder(holders, pin, hashing)
    if (holder) {
      pinLock.clear(holders)
      return request.add(evaluateNow(terminal, configuration, holder), 'pin')
    }
    const threatened = configuration.settings.duressPin && (await findHolder(holders, ownPinOf(pin), hashing))
    if (threatened) {
      pinLock.clear(holders)
      return request.add(evaluateNow(terminal, configuration, threatened, { isUnderDuress: true }), 'pin')
    }
    pinLock.countWrong(holders)
    const entryMode = entryModeOf([...shown, 'pin'])
    if (!holders.some(pinLock.isLocked)) {
      request.wait()
      return { decision: refuseCredential(person, 'wrong-pin', 'pin-wrong', decision), entryMode }
    }
    request.end()
    terminal.alarms.raise('wrong-passwords', { image: picture && (await shrinkCapture(picture)) })
    return { decision: refuseCredential(person, 'too-many-wrong-pins', 'pin-wrong', decision), entryMode }
  }

/** The PIN of a person who has typed it as a call for help, with its last digit raised by one. */
const ownPinOf = (duressPin: string): string =>
  duressPin.slice(0, -1) + ((Number(duressPin.at(-1)) + 9) % 10).toString()

async function findHolder(
  holders: readonly StoredPerson[],
  pin: string,
  hashing: PeopleStore['hashing'],
): Promise<StoredPerson | undefined> {
  for (const holder of holders) if (holder.pin !== null && (await isPin(pin, holder.pin, hashing))) return holder
  return undefined
}

/** Whether the door would open for this person here and now. */
function evaluateNow(
  terminal: TerminalCore,
  configuration: Configuration,
  person: StoredPerson,
  { isUnderDuress = false } = {},
): Decision {
  const { state, people } = terminal
  const find = (personId: string) => state.people.find(personId)
  return evaluatePerson(person, { ...momentOf(terminal, configuration), isUnderDuress, find, people })
}

const momentOf = (terminal: TerminalCore, configuration: Configuration) => ({
  configuration,
  atMs: plausibleNowMs(terminal.clock),
  door: doorStateOf(terminal),
})

/** A door that is open or closed for everybody does not ask for a card. */
function refuseUnknownCard(terminal: TerminalCore, configuration: Configuration): Decision {
  const decision = evaluateStranger(momentOf(terminal, configuration))
  return decision.verdict.abnormal === 'stranger' ? refuseCredential(null, 'invalid-ic-card', 'card-unknown') : decision
}
