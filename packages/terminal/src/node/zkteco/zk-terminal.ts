import { accessDialect } from './access-dialect.ts'
import { attendanceDialect } from './attendance-dialect.ts'
import { opensFor } from './opens-for.ts'
import { clockOf, contextOf, infoOf, type ZkAlarm, type ZkOptions, type ZkUpload } from './zk-context.ts'
import { upgradeFirmware } from './zk-firmware.ts'
import type { ZkAnswer } from './zk-send.ts'

const keptForReplay = 20

export type ZkTerminal = ReturnType<typeof createZkTerminal>

/** A terminal of ZKTeco as its documents describe it, written without a look at how the server reads and writes. */
export function createZkTerminal(options: ZkOptions) {
  const context = contextOf(options)
  const { state, faults, send, serialNumber, tell } = context
  const dialect = options.dialect === 'att' ? attendanceDialect : accessDialect
  const waiting: ZkUpload[] = []
  const sent: ZkUpload[] = []
  let [isAccepted, polls, answers, index] = [false, 0, 0, 0]

  const post = async ({ path, body }: ZkUpload): Promise<ZkAnswer> => {
    const type = faults.hasNoContentType
      ? {}
      : { contentType: options.dialect === 'att' ? 'text/plain' : 'application/push;charset=UTF-8' }
    const answer = await send({ method: 'POST', path, body, ...type })
    if (faults.repeats) await send({ method: 'POST', path, body, ...type })
    return answer
  }

  /** The server has taken it; otherwise it stays, and the same is sent again. */
  async function deliver(): Promise<number> {
    let delivered = 0
    while (waiting[0]) {
      const [upload] = waiting
      const { status, text } = await post(upload)
      if (faults.cuts && ++answers % 3 === 0) continue
      if (status !== 200 || !/^(?:OK|\w+=\d)/.test(text)) break
      waiting.shift()
      sent.push(upload)
      delivered++
      if (sent.length > keptForReplay) sent.shift()
    }
    return delivered
  }

  async function obey(line: string): Promise<void> {
    const [, id = '', command = ''] = /^C:([A-Za-z0-9]{1,16}):(.*)$/s.exec(line) ?? []
    if (id === '') return tell(`not understood: ${line.slice(0, 80)}`)
    const isRefused = faults.refusesQueries && command.startsWith('DATA QUERY')
    const installed = command.startsWith('UPGRADE ') ? await upgradeFirmware(context, command) : undefined
    const { code, word, uploads } = installed
      ? { code: installed.code, word: 'UPGRADE', uploads: [] }
      : isRefused
        ? { code: -1002, word: 'DATA', uploads: [] }
        : dialect.obey(context, command, id)
    tell(`${command.split('\t')[0]?.slice(0, 60) ?? ''} -> ${code}`)
    // It runs after the restart that follows.
    if (installed) state.firmware = installed.version
    const ack = Buffer.from(`ID=${id}&Return=${code}&CMD=${word}\n`)
    await post({ path: `/iclock/devicecmd?SN=${serialNumber}`, body: ack })
    waiting.push(...uploads)
    // It restarts, and greets with the version that it has then.
    if (installed?.code === 0) isAccepted = false
    // It reads what the server has to tell it again.
    if (command === 'CHECK') await dialect.handshake(context)
  }

  return {
    state,
    dialect: options.dialect,
    isAccepted: () => isAccepted,
    /** Uploads that the server has not taken. */
    waiting: () => waiting.length,
    async handshake(): Promise<boolean> {
      isAccepted = await dialect.handshake(context)
      if (isAccepted && faults.replays) waiting.unshift(...sent.splice(0))
      return isAccepted
    },
    /** One question for commands, which are carried out and acknowledged; gives how many there were. */
    async poll(): Promise<number> {
      const info = faults.onlyInfo || ++polls % 10 === 1 ? `&INFO=${infoOf(context)}` : ''
      const { status, text } = await send({ method: 'GET', path: `/iclock/getrequest?SN=${serialNumber}${info}` })
      if (status !== 200) isAccepted = false
      const lines = status === 200 && text.startsWith('C:') ? text.split('\n').filter(Boolean) : []
      for (const line of faults.dropsCommands ? lines.slice(0, 1) : lines) await obey(line)
      await deliver()
      return lines.length
    },
    deliver,
    /** Whether it opens for somebody now, by what it was sent. */
    opensFor: (pin: string) => opensFor(context, pin),
    /** Somebody stands in front of it. With `isKept` the passage is in its log alone, as if its upload had been lost. */
    pass({
      pin = '',
      event,
      photo = null,
      door = 1,
      isOut = false,
      isKept = false,
    }: {
      pin?: string
      event?: number
      photo?: Buffer | null
      door?: number
      isOut?: boolean
      isKept?: boolean
    } = {}): void {
      const isKnown = state.people.has(pin)
      const passage = {
        pin: isKnown ? pin : '',
        at: clockOf(context),
        event: event ?? (isKnown ? 0 : 27),
        photo,
        door,
        index: ++index,
        isOut,
      }
      state.log.push(passage)
      if (!isKept) waiting.push(...dialect.uploadsOf(context, passage))
    },
    alarm(alarm: ZkAlarm, door = 1): void {
      waiting.push(...dialect.alarm(context, alarm, door))
    },
    /** The contact of a door opens or closes. */
    moveDoor(door: number, isOpen: boolean): void {
      if (isOpen) state.openDoors.add(door)
      else state.openDoors.delete(door)
      waiting.push(...dialect.doorStates(context))
    },
    /** Somebody does something by its menu; the code is that of the documents. */
    operate(code: number, operator = '1'): void {
      waiting.push(...dialect.operated(context, code, operator))
    },
    enrol(pin: string, name: string, photo: Buffer): void {
      waiting.push(...dialect.enrolled(context, pin, name, photo))
    },
    /** An upload of any text, for what the documents do not have. */
    uploadRaw(path: string, body: string | Buffer): void {
      waiting.push({
        path: `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`,
        body: Buffer.from(body),
      })
    },
  }
}
