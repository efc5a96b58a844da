import {
  askSurroundings,
  maxFaceEntries,
  surroundingsTimeoutMs,
  type Surroundings,
  type SurroundingsQuestion,
} from '@gatehouse/contract/device/surroundings.ts'
import type { DoorState, DoorVerdict } from '@gatehouse/engine/door/door-question.ts'
import { goesIn } from '@gatehouse/engine/door/going-in.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { doorStateOf } from '../door/door-state.ts'
import { isRefusedByOthers } from '../door/recent-people.ts'
import { epochMsOf, instantOf, plausibleNowMs } from '../lib/clock.ts'
import { decideAgain, doorRulesOf, isOpenToAll, type Decision } from '../recognition/decide-passage.ts'
import type { Configuration, StoredPerson } from '../state/terminal-state.ts'

/**
 * The rules of a door that depend on areas and other doors. A person is first decided about as if nothing there stood in
 * their way; who would come in, the server is asked about, and then the decision is made, once.
 */
export type SurroundingsAsker = {
  /** The decision at this moment, with the server's answer where a rule of this door depends on it. */
  complete(decision: Decision, nowMs: number): Promise<Decision>
  /** The door does not open after all for a person who was asked about: they take no place inside. */
  takeBack(decision: Decision, nowMs: number): void
  /**
   * The decision of a moment ago about a person for whom the door is still open, and who may pass still: nobody asks about
   * them again, or they would be found inside already. Null: there is none.
   */
  passing(decision: Decision, nowMs: number): Decision | null
  close(): void
}

/** From this time on a question that nobody waits for is given up, and the server is asked again. */
const giveUpMs = 5_000

export function createSurroundingsAsker(terminal: TerminalCore): SurroundingsAsker {
  const { state, emit } = terminal
  const questions = createQuestions(terminal)
  let passing = new Map<string, { readonly verdict: DoorVerdict; readonly untilMs: number }>()

  return {
    async complete(decision, nowMs) {
      const before = state.configuration
      const { person } = decision
      if (!before || !person || !dependsOnSurroundings(decision, before)) return decision
      const question = questionOf(decision, person, before, nowMs)
      const around = await questions.ask(question)
      // The settings, a lockdown or an emergency may have come meanwhile.
      const configuration = state.configuration ?? before
      const door = doorStateOf(terminal, around)
      const atMs = plausibleNowMs(terminal.clock)
      const complete = decideAgain(decision, { configuration, door, atMs })
      const counted = occupancyAfter(complete, door, configuration)
      if (counted) emit('occupancy-counted', { ...counted, atMs: nowMs })
      const untilMs = nowMs + configuration.settings.doorOpenSeconds * 1000
      if (complete.verdict.opens) passing.set(person.id, { verdict: complete.verdict, untilMs })
      else if (question.claim) questions.takeBack(question)
      return complete
    },
    takeBack(decision, nowMs) {
      const { configuration } = state
      const { person } = decision
      if (!configuration || !person || !dependsOnSurroundings(decision, configuration)) return
      passing.delete(person.id)
      questions.takeBack(questionOf(decision, person, configuration, nowMs))
    },
    passing(decision, nowMs) {
      passing = new Map([...passing].filter(([, { untilMs }]) => untilMs > nowMs))
      const { configuration } = state
      const before = passing.get(decision.person?.id ?? '')
      if (!before || !configuration || !decision.verdict.opens) return null
      return dependsOnSurroundings(decision, configuration) ? { ...decision, verdict: before.verdict } : null
    },
    close: questions.close,
  }
}

/** Asks one question after another. While one is unanswered for too long, nobody else waits for that server. */
function createQuestions({ clock, call }: TerminalCore) {
  const ending = new AbortController()
  let isStuck = false
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** Null: there is no answer in time. Rejects when the terminal stops. */
    async ask(body: SurroundingsQuestion): Promise<DoorState['around']> {
      if (isStuck) return null
      const givingUp = new AbortController()
      const signal = AbortSignal.any([givingUp.signal, ending.signal])
      const inTime = Promise.withResolvers<null>()
      let cancel = clock.after(surroundingsTimeoutMs, () => {
        isStuck = true
        cancel = clock.after(giveUpMs, () => givingUp.abort())
        inTime.resolve(null)
      })
      const answer = call(askSurroundings, { body, signal, isUrgent: true })
        .then(({ around }) => toDoorState(around))
        .catch(() => null)
        .finally(() => {
          cancel()
          isStuck = false
        })
      last = answer
      const first = await Promise.race([answer, inTime.promise])
      ending.signal.throwIfAborted()
      return first
    },
    /** After the claim, or the server would note it later. A claim that is not taken back ends by itself. */
    takeBack(body: SurroundingsQuestion): void {
      const { signal } = ending
      void last
        .then(() => call(askSurroundings, { body: { ...body, claim: false }, signal, isUrgent: true }))
        .catch(() => undefined)
    },
    close: () => ending.abort(new Error('the terminal was stopped')),
  }
}

const toDoorState = ({ person, occupancy, openDoorIds }: Surroundings): DoorState['around'] => ({
  person: person && {
    areaIds: person.areaIds,
    enteredAtMs: person.enteredAt === null ? null : epochMsOf(person.enteredAt),
  },
  occupancy,
  openDoorIds,
})

/** Whether a rule of this door depends on areas and other doors. */
export function asksAboutSurroundings(configuration: Configuration): boolean {
  const { antiPassback, occupancyLimit, interlock, entersAreaId, direction } = doorRulesOf(configuration)
  if (interlock) return true
  return entersAreaId !== null && (antiPassback !== null || (occupancyLimit !== null && direction !== 'exit'))
}

/** Whether the server's knowledge may change this decision: the rules before let the person pass, or later ones refuse. */
function dependsOnSurroundings(decision: Decision, configuration: Configuration): boolean {
  const { verdict } = decision
  // A reader of both directions asks before it lets somebody wait for the first person: they may be on the way out.
  if (verdict.abnormal === 'first-person-missing' && configuration.settings.direction === 'none') return true
  return asksAboutSurroundings(configuration) && (verdict.opens ? !isOpenToAll(decision) : isRefusedByOthers(verdict))
}

function questionOf(
  { verdict, others }: Decision,
  person: StoredPerson,
  configuration: Configuration,
  nowMs: number,
): SurroundingsQuestion {
  const { occupancyLimit, interlock, direction } = doorRulesOf(configuration)
  const isExempt = occupancyLimit?.exemptGroupIds.some((id) => person.groupIds.includes(id))
  const isLimited = occupancyLimit?.mode === 'refuse' && !isExempt && direction !== 'exit'
  return {
    personId: person.id,
    entries: others.slice(0, maxFaceEntries).map((other) => other.person.id),
    at: instantOf(nowMs),
    claim: verdict.opens,
    max: isLimited ? occupancyLimit.max : null,
    doorIds: interlock && [...interlock.doorIds],
  }
}

/** People in the area behind a door that has a limit, after this decision; null: not known. */
function occupancyAfter({ verdict }: Decision, state: DoorState, configuration: Configuration) {
  const { around } = state
  const rules = doorRulesOf(configuration)
  const { occupancyLimit, entersAreaId } = rules
  if (!occupancyLimit || entersAreaId === null || !around || around.occupancy === null) return null
  const isCounted = around.person?.areaIds.includes(entersAreaId) === true
  const comesIn = verdict.opens && !isCounted && goesIn({ rules, state })
  return { count: around.occupancy + (comesIn ? 1 : 0), max: occupancyLimit.max }
}
