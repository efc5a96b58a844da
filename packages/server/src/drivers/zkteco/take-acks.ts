import { inTransaction } from '../../ctx.ts'
import { noteIsOff } from '../../device-link/outbox/kept-off-store.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import { tellFailures } from './failures.ts'
import { noteFirmwareAck } from './firmware/follow-firmware.ts'
import { isFollowed, takeOptionValues } from './follow-settings.ts'
import { isAnswerTo } from './protocol/ack-word.ts'
import { hasNobody, outcomeOf, readAcks } from './protocol/read-answers.ts'
import { lanes } from './next-command.ts'
import { tellOutcome } from './tell-outcome.ts'
import { queueOf, type ZkParts, type ZkSession } from './zk-session.ts'
import {
  findSent,
  finishZkCommand,
  forgetPin,
  opensInEmergency,
  selectAwaited,
  setAside,
  updateZkDevice,
} from './zkteco-store.ts'

/** A command at the door is never sent again: an answer that would be worth another try ends it. */
function outcomeFor({ lane, what, ...sent }: SentCommand, code: number) {
  // A thing that is taken from somebody who is not there is gone. A person or a face that was to be written is not.
  if (sent.takes_away && what !== 'person' && sent.portrait_id === null && code === hasNobody) return 'done'
  const outcome = outcomeOf(code)
  return lane === lanes.door && outcome === 'again' ? 'failed' : outcome
}

type SentCommand = NonNullable<Awaited<ReturnType<typeof findSent>>>

/** More than are awaited of a terminal at once, even where a master answers for each that it has passed it on. */
const maxAnswers = 400

/** The answers of a terminal to its commands; the answer to one that it was never sent, or that has ended, changes nothing. */
export async function takeAcks(parts: ZkParts, session: ZkSession, text: string): Promise<void> {
  const { services } = parts
  const { device } = session
  await withMutex(queueOf(session), async () => {
    // The board is told at the end of a step, and here of what changes besides.
    let isAnyTold = false
    const acks = readAcks(text)
    const awaited = await selectAwaited(
      services.db,
      device.id,
      acks.map(({ id }) => id),
    )
    for (const { id, code, fields } of acks.filter((ack) => awaited.has(ack.id)).slice(0, maxAnswers)) {
      const sent = await findSent(services.db, device.id, id)
      if (!sent) continue
      if (!isAnswerTo(sent.what, fields.get('cmd'))) {
        services.log.warn(
          { deviceId: device.id, what: sent.what },
          'a terminal answers another command than it was sent',
        )
        continue
      }
      // It is told again when its time is over, as one that has not answered.
      const isBusy = sent.what === 'hold-open' && outcomeOf(code) === 'again'
      if (isBusy && (await opensInEmergency(services.db, device.id, id))) continue
      const outcome = outcomeFor(sent, code)
      if (isFollowed(sent)) session.followsSettings = true
      if (outcome === 'again') {
        await setAside(services.db, device.id, id, code)
        isAnyTold = true
      }
      // The same command is sent again after its time, or its answer follows.
      if (outcome === 'again' || outcome === 'later') continue
      // Told before it ends: a server that dies in between hears it again.
      if (sent.what === 'upgrade') await noteFirmwareAck(parts, session, id, code)
      const now = services.clock.now().toString()
      const ended = await inTransaction(services, async ({ db }) => {
        const row = await finishZkCommand(db, device.id, id, outcome, code, now)
        if (outcome === 'done' && row?.clears_pin && row.person_number !== null)
          await forgetPin(db, device.id, row.person_number)
        if (outcome === 'done' && row?.what === 'removal' && row.person_number !== null)
          if (await noteIsOff(db, device.id, [row.person_number], true)) isAnyTold = true
        return row
      })
      if (sent.code !== null) isAnyTold = true
      // Those that were refused at first have been told as refused.
      if (sent.code !== null && sent.what === 'settings') {
        session.asksOptions = true
        await updateZkDevice(services.db, device.id, { settings_revision: null })
      }
      // The page of the device says whether it takes holidays.
      if (ended?.what === 'holiday' && (outcome !== 'done' || ended.tries > 0)) isAnyTold = true
      // Some tell the values in the answer itself.
      if (ended?.what === 'options') await takeOptionValues(parts, session, fields)
      if (ended) await tellOutcome(parts, session, { ...ended, number: id, state: outcome, code })
    }
    if (isAnyTold) await tellFailures(parts, session)
    session.hasWork = true
  })
}
