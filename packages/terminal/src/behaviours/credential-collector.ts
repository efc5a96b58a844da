import { shrinkCapture } from '#platform'
import { entryModeOf, nextFactor, type CredentialReason, type Factor } from '@gatehouse/engine/passage/verification.ts'
import type { AbnormalType, EntryMode } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Credential, Sighting } from '../recognition/sighting.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { plausibleNowMs } from '../lib/clock.ts'
import { isPin } from '../recognition/credential-keys.ts'
import { evaluatePerson, type Decision } from '../recognition/decide-passage.ts'
import { findByCard } from '../recognition/find-by-card.ts'
import type { Configuration, StoredPerson } from '../state/terminal-state.ts'
import { createPinLock } from './pin-lock.ts'
import { actOn, recordDecision } from './record-decision.ts'

/** The time that a person has for the next factor that is asked for. */
const maxWaitMs = 15_000
/** The factors that a terminal can ask for; a mode that wants any other lets nobody in. */
const supportedFactors: readonly Factor[] = ['face', 'ic-card', 'pin']

/** A decision that stands, and by what it came. */
export type Settled = {
  readonly decision: Decision
  readonly entryMode: EntryMode
}

type Asked = {
  readonly person: StoredPerson
  readonly shown: readonly Factor[]
  readonly missing: Factor
  /** What was decided about what they have shown. */
  readonly decision: Decision
}

export type CredentialCollector = {
  /** Adds a face that was decided about, and returns what stands if nothing else is needed. Null: more is asked for, or it counts for nothing. */
  addFace(decision: Decision): Settled | null
  /** A card at the reader, or a PIN from the keys. */
  take(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  close(): void
}

/** Collects the factors of one person where the verification mode wants several. */
export function createCredentialCollector(terminal: TerminalCore): CredentialCollector {
  const { state, clock } = terminal
  let asked: Asked | undefined
  let cancel = (): void => {}
  let passed: { personId: string; atMs: number } | undefined
  const pinLock = createPinLock(clock)

  const settings = () => state.configuration?.settings
  const mode = () => settings()?.verificationMode ?? 'face'

  function end(): void {
    cancel()
    if (asked) terminal.emit('factor-requested', null, '')
    asked = undefined
  }
  function wait(): void {
    cancel()
    cancel = clock.after(maxWaitMs, end)
  }

  /** The settings may want something else by now. */
  function dropOutdated(): void {
    if (asked && nextFactor(mode(), asked.shown) !== asked.missing) end()
  }

  function addFactor(decision: Decision, factor: Factor): Settled | null {
    if (asked?.missing === factor) return join(asked, decision, factor)
    if (nextFactor(mode(), [factor]) === 'useless') {
      terminal.emit('undecided', `this opens nothing here: ${factor}, where ${mode()} is asked for`)
      return null
    }
    return demand(decision, [factor])
  }

  /**
   * What was asked for, or what somebody has shown in its place. Of several entries of one face, one must be what all of
   * it speaks for: its card and a face that is like it enough, so that it would have passed by itself.
   */
  function join({ person, shown, decision: before }: Asked, decision: Decision, factor: Factor): Settled | null {
    if (decision.verdict.recordedAs === 'spoof') return { decision, entryMode: entryModeOf([factor]) }
    end()
    const all = [...shown, factor]
    const seen = {
      cosine: decision.cosine ?? before.cosine,
      liveness: decision.liveness ?? before.liveness,
    }
    const shownIds = decision.shownIds.filter((id) => before.shownIds.includes(id))
    // A card names one of them, a face never does; whether the door opens is of this moment.
    const named = factor === 'face' && decision.verdict.opens ? before : decision
    if (shownIds.length > 0) return demand({ ...named, ...seen, shownIds }, all)
    const code = factor === 'ic-card' && !decision.person ? 'card-unknown' : 'card-of-another'
    return { decision: refuse(person, 'face-ic-card-mismatch', code, seen), entryMode: entryModeOf(all) }
  }

  /** Asks whoever may pass for what is still missing. */
  function demand(decision: Decision, shown: readonly Factor[]): Settled | null {
    end()
    const { person, verdict } = decision
    const entryMode = entryModeOf(shown)
    if (!person || !verdict.opens) return { decision, entryMode }
    const missing = nextFactor(mode(), shown)
    if (missing === 'enough') {
      if (shown.length > 1) passed = { personId: person.id, atMs: clock.nowMs() }
      return { decision, entryMode }
    }
    if (missing === 'useless' || !supportedFactors.includes(missing)) {
      terminal.emit('undecided', `${shown.join(' and ')} is not enough here: ${mode()} is asked for`)
      return null
    }
    const holders = missing === 'pin' ? pinHolders(decision) : []
    if (missing === 'pin' && holders.length === 0)
      return { decision: refuse(person, 'wrong-pin', 'pin-unset', decision), entryMode }
    if (missing === 'pin' && holders.some(pinLock.isLocked))
      return { decision: refuse(person, 'too-many-wrong-pins', 'pin-locked', decision), entryMode }
    // A person who has come in and still stands there is not asked again at once.
    const repeatMs = (settings()?.repeatSeconds ?? 0) * 1000
    if (passed?.personId === person.id && Math.abs(clock.nowMs() - passed.atMs) < repeatMs) return null
    asked = { person, shown, missing, decision }
    wait()
    terminal.emit('factor-requested', missing, person.name)
    return null
  }

  /** Those of whom a PIN may be given: a wrong one counts against each. */
  const pinHolders = ({ shownIds }: Decision): StoredPerson[] =>
    shownIds.flatMap((id) => state.people.find(id) ?? []).filter(({ pin }) => pin !== null)

  /** Whether the door would open for this person here and now. */
  function evaluate(configuration: Configuration, person: StoredPerson): Decision {
    const isHeldClosed = terminal.door.mode === 'held-closed'
    const find = (personId: string) => state.people.find(personId)
    const atMs = plausibleNowMs(clock)
    return evaluatePerson(person, { configuration, atMs, isHeldClosed, find, people: terminal.people })
  }

  async function readCard(configuration: Configuration, number: string): Promise<Settled | null> {
    const person = await findByCard(state.people, number)
    return addFactor(
      person ? evaluate(configuration, person) : refuse(null, 'invalid-ic-card', 'card-unknown'),
      'ic-card',
    )
  }

  async function checkPin(
    configuration: Configuration,
    pin: string,
    picture: Uint8Array | null,
  ): Promise<Settled | null> {
    if (asked?.missing !== 'pin') return null
    const { shown, decision, person } = asked
    const holders = pinHolders(decision)
    if (holders.length === 0) return null
    for (const holder of holders) {
      if (holder.pin === null || !(await isPin(pin, holder.pin, state.people.hashing))) continue
      pinLock.clear(holders)
      return addFactor(evaluate(configuration, holder), 'pin')
    }
    pinLock.countWrong(holders)
    const entryMode = entryModeOf([...shown, 'pin'])
    if (!holders.some(pinLock.isLocked)) {
      wait()
      return { decision: refuse(person, 'wrong-pin', 'pin-wrong', decision), entryMode }
    }
    end()
    terminal.alarms.raise('wrong-passwords', { image: picture && (await shrinkCapture(picture)) })
    return { decision: refuse(person, 'too-many-wrong-pins', 'pin-wrong', decision), entryMode }
  }

  return {
    addFace(decision) {
      dropOutdated()
      const isWaited = asked !== undefined && asked.missing !== 'face'
      // A person who looks down at the keys is not recognised for a moment.
      if (isWaited && !decision.person) return null
      if (isWaited && asked?.decision.shownIds.some((id) => decision.shownIds.includes(id))) {
        wait()
        return null
      }
      return addFactor(decision, 'face')
    },
    async take({ kind, text }, picture) {
      const { configuration } = state
      if (!configuration) return null
      terminal.notify('person-seen')
      dropOutdated()
      const settled =
        kind === 'pin' ? await checkPin(configuration, text, picture) : await readCard(configuration, text)
      if (!settled) return null
      const { decision, entryMode } = settled
      const sequence = await recordDecision(terminal, decision, { nowMs: clock.nowMs(), picture, entryMode })
      return actOn(terminal, decision, sequence, configuration.settings)
    },
    close: () => cancel(),
  }
}

function refuse(
  person: StoredPerson | null,
  abnormal: AbnormalType,
  code: CredentialReason['code'],
  { cosine, liveness, others = [] }: Partial<Pick<Decision, 'cosine' | 'liveness' | 'others'>> = {},
): Decision {
  const verdict = { opens: false, recordedAs: person?.kind ?? 'stranger', abnormal, reasons: [{ code }] } as const
  return { person, verdict, others, shownIds: [], cosine: cosine ?? null, liveness: liveness ?? null }
}
