import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as link from '@gatehouse/contract/device/link.ts'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import { noLockdown, type DeviceLockdown } from '@gatehouse/contract/device/lockdown.ts'
import { getRecogniser, reportRecogniser } from '@gatehouse/contract/device/recogniser-link.ts'
import { errorDefinitions, type ErrorCode } from '@gatehouse/contract/errors.ts'
import { ownDefaults } from '@gatehouse/contract/device/own-settings.ts'
import { pushDoorEvents, type WireDoorEvent } from '@gatehouse/contract/device/door-events.ts'
import {
  askSurroundings,
  type Surroundings,
  type SurroundingsQuestion,
} from '@gatehouse/contract/device/surroundings.ts'
import type { z } from 'zod'

/** Refuses the call that is being answered. */
export class Refusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

type Wire<R extends DeviceRoute> = z.output<R['response']>
type Command = z.input<typeof link.wireCommand>

/**
 * The other end of the wire, as a test scripts it: it holds the given data and checks every request by the contract.
 * Without a broker unless a test brings one.
 */
export type ScriptedServer = {
  readonly url: string
  readonly port: number
  /** Each accepted record by id, in the order of arrival; a record sent twice is stored once. */
  readonly records: Map<string, link.WireRecord>
  readonly recordsSeen: number
  readonly batchSizes: number[]
  readonly calls: string[]
  readonly peopleReports: z.output<(typeof link.reportPeople)['body']>[]
  readonly results: { id: string; state: string; result: string | null }[]
  configuration: Wire<typeof link.getConfiguration>
  /** The server's answer; a server of an earlier release leaves fields out. */
  people: (
    cursor: string | undefined,
    limit: number,
    /** The model whose templates are asked for; undefined: the one that the terminal has reported. */
    model?: string,
  ) => z.input<(typeof link.pullPeople)['response']>
  /** The recogniser that the terminal is named. */
  recogniser: Wire<typeof getRecogniser>
  commands: Command[]
  portraits: Map<string, Uint8Array>
  storedSequence: number
  restored: z.output<(typeof link.hello)['response']>['restored']
  erased: string[]
  wantsSchema: boolean
  readonly settingsReports: z.output<(typeof link.reportSettings)['body']>[]
  /** The received messages about alarms, each number once. */
  readonly alarms: link.WireAlarm[]
  /** The events at the door, each id once, in the order of arrival. */
  readonly doorEvents: WireDoorEvent[]
  /** The answer about areas and other doors; absent: a server that knows no such question. */
  around: ((question: SurroundingsQuestion) => Surroundings | Promise<Surroundings>) | null
  readonly questions: SurroundingsQuestion[]
  lockdown: DeviceLockdown
  /** The revisions that the terminal says it follows. */
  readonly lockdownReports: string[]
  broker: Wire<typeof link.hello>['broker']
  /** Called before each answer; throws a Refusal to refuse. */
  before: (path: string, body: unknown) => void
  stop(): Promise<void>
}

export const ldid = 'GATE-0123456789abcdef0123456789abcdef'

export async function startScriptedServer(port = 0): Promise<ScriptedServer> {
  const server = createServer((request, response) => {
    answer(request)
      .then((body) => {
        if (body instanceof Uint8Array) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(body)
        reply(response, 200, { code: '200', message: 'success', desc: '', data: body })
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) return void response.destroy()
        const { status } = errorDefinitions[error.code]
        reply(response, status, { code: String(status), message: error.code, desc: 'refused', data: null })
      })
  })
  const reply = (response: ServerResponse, status: number, body: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage): Promise<unknown> {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(request, 'end')
    const url = new URL(request.url ?? '/', script.url)
    const path = url.pathname.replace('/device', '')
    const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
    script.calls.push(path)
    const mayCall = path === '/v1/pair' || request.headers.authorization === `Bearer ${ldid}.secret`
    if (!mayCall) throw new Refusal('device.credentials-wrong')
    script.before(path, body)
    return handle(path, body, url.searchParams)
  }

  function handle(path: string, body: unknown, query: URLSearchParams): unknown {
    if (path === link.pairDevice.path) {
      if (link.pairDevice.body.parse(body).code !== 'ABC234') throw new Refusal('device.code-wrong')
      return { ldid, secret: 'secret', name: 'Main door' }
    }
    if (path === link.hello.path) {
      link.hello.body.parse(body)
      const serverAt = Temporal.Now.instant().toString()
      const { broker } = script
      const { storedSequence, wantsSchema } = script
      return {
        serverAt,
        topicPrefix: link.topicPrefix(ldid),
        broker,
        storedSequence,
        storedAlarmSequence: lastAlarm(),
        wantsSchema,
        restored: script.restored,
        erased: script.erased,
      }
    }
    if (path === link.reportSchema.path) {
      link.reportSchema.body.parse(body)
      script.wantsSchema = false
      return null
    }
    if (path === link.reportSettings.path)
      return noData(script.settingsReports.push(link.reportSettings.body.parse(body)))
    if (path === link.getSyncStatus.path) return newsFor(link.getSyncStatus.query.parse(Object.fromEntries(query)))
    if (path === link.getConfiguration.path) return { ...script.configuration, tag: tagOf(script.configuration) }
    if (path === link.pullPeople.path) {
      const { cursor, limit, model } = link.pullPeople.query.parse(Object.fromEntries(query))
      return script.people(cursor, limit, model)
    }
    if (path === getRecogniser.path) return script.recogniser
    if (path === reportRecogniser.path) return noData(reportRecogniser.body.parse(body))
    if (path === link.reportPeople.path) return noData(script.peopleReports.push(link.reportPeople.body.parse(body)))
    if (path === link.pushRecords.path) return store(link.pushRecords.body.parse(body).records)
    if (path === link.pushAlarms.path) return storeAlarms(link.pushAlarms.body.parse(body).alarms)
    if (path === pushDoorEvents.path) return storeEvents(pushDoorEvents.body.parse(body).events)
    if (path === link.pullCommands.path) return { commands: script.commands }
    if (path === askSurroundings.path && script.around)
      return answerQuestion(askSurroundings.body.parse(body), script.around)
    if (path === link.getLockdown.path) return script.lockdown
    if (path === link.reportLockdown.path)
      return noData(script.lockdownReports.push(link.reportLockdown.body.parse(body).revision))
    if (path === link.pullUpgrades.path) return { offers: [], held: [] }
    const [, commandId] = /^\/v1\/commands\/([^/]+)\/result$/.exec(path) ?? []
    if (commandId) {
      if (!script.commands.some(({ id }) => id === commandId)) throw new Refusal('command.finished')
      script.commands = script.commands.filter(({ id }) => id !== commandId)
      return noData(script.results.push({ id: commandId, ...link.reportCommand.body.parse(body) }))
    }
    const portrait = script.portraits.get(path.replace('/v1/portraits/', ''))
    if (portrait) return portrait
    throw new Refusal(path.startsWith('/v1/portraits/') ? 'image.not-found' : 'request.not-found')
  }

  async function answerQuestion(question: SurroundingsQuestion, around: NonNullable<ScriptedServer['around']>) {
    script.questions.push(question)
    return { around: await around(question) }
  }

  function newsFor({
    configuration,
    people,
    lockdown,
  }: z.output<typeof link.getSyncStatus.query>): Wire<typeof link.getSyncStatus> {
    const hasPeople = (cursor: string) => {
      const page = script.people(cursor, 1)
      return page.cursor !== cursor || page.upserts.length + page.removals.length > 0
    }
    return {
      configuration: configuration !== tagOf(script.configuration),
      people: people === undefined || hasPeople(people),
      commands: script.commands.length > 0,
      upgrades: false,
      lockdown: lockdown !== undefined && lockdown !== script.lockdown.revision,
    }
  }

  const lastAlarm = (): number => script.alarms.at(-1)?.sequence ?? 0

  function storeAlarms(alarms: readonly link.WireAlarm[]): Wire<typeof link.pushAlarms> {
    const fresh = alarms.filter(({ sequence }) => sequence > lastAlarm())
    script.alarms.push(...fresh)
    return { stored: fresh.length, known: alarms.length - fresh.length, storedSequence: lastAlarm(), refused: [] }
  }

  function storeEvents(events: readonly WireDoorEvent[]): Wire<typeof pushDoorEvents> {
    const fresh = events.filter(({ id }) => script.doorEvents.every((event) => event.id !== id))
    script.doorEvents.push(...fresh)
    const storedSequence = Math.max(0, ...script.doorEvents.map(({ sequence }) => sequence))
    return { stored: fresh.length, known: events.length - fresh.length, storedSequence, refused: [] }
  }

  function store(records: readonly link.WireRecord[]): Wire<typeof link.pushRecords> {
    script.batchSizes.push(records.length)
    let known = 0
    for (const record of records) {
      script.recordsSeen++
      if (script.records.has(record.id)) known++
      else script.records.set(record.id, record)
      script.storedSequence = Math.max(script.storedSequence, record.sequence)
    }
    return { stored: records.length - known, known, storedSequence: script.storedSequence, refused: [] }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP')
  const script = {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    records: new Map<string, link.WireRecord>(),
    recordsSeen: 0,
    batchSizes: [] as number[],
    calls: [] as string[],
    peopleReports: [] as z.output<(typeof link.reportPeople)['body']>[],
    results: [] as { id: string; state: string; result: string | null }[],
    configuration: buildConfiguration(),
    people: noPeople,
    recogniser: { follow: 'stay', recogniser: null } as ScriptedServer['recogniser'],
    commands: [] as Command[],
    portraits: new Map<string, Uint8Array>(),
    storedSequence: 0,
    restored: null as ScriptedServer['restored'],
    erased: [] as string[],
    wantsSchema: false,
    settingsReports: [] as z.output<(typeof link.reportSettings)['body']>[],
    alarms: [] as link.WireAlarm[],
    doorEvents: [] as WireDoorEvent[],
    around: null as ScriptedServer['around'],
    questions: [] as SurroundingsQuestion[],
    lockdown: { lockdowns: [], emergency: null, revision: noLockdown } as DeviceLockdown,
    lockdownReports: [] as string[],
    broker: { url: null, webSocketPath: null, tcpPort: null, keepaliveSeconds: 6 } as ScriptedServer['broker'],
    before: (() => {}) as ScriptedServer['before'],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return script
}

export const staffGroupId = '0198c000-0000-7000-8000-000000000001'

const tagOf = (configuration: ScriptedServer['configuration']) => hash('sha256', JSON.stringify(configuration))

const noData = (_done: unknown): null => null

const noPeople: ScriptedServer['people'] = (cursor) => ({
  isFull: cursor === undefined,
  upserts: [],
  removals: [],
  hasMore: false,
  cursor: cursor ?? '1..0',
})

/** All the people on one page, unchanged since. */
export const onePage =
  (...upserts: link.DevicePerson[]): ScriptedServer['people'] =>
  (cursor) => ({ ...noPeople(cursor, 1), upserts: cursor === undefined ? upserts : [] })

export function buildConfiguration(settings: Partial<link.DeviceSettings> = {}): ScriptedServer['configuration'] {
  return {
    settings: {
      ...ownDefaults,
      revision: 1,
      name: 'Main door',
      location: null,
      direction: 'none',
      timeZone: 'Asia/Shanghai',
      ...settings,
    },
    access: { revision: 1, boundGroupIds: [staffGroupId], timetables: [], policies: [], door: null },
    company: null,
    tag: null,
  }
}
