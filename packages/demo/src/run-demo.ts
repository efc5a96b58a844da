import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { markAlarmsSeen } from '@gatehouse/contract/features/alarms.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { logIn, replacePassword } from '@gatehouse/testkit/seeds/log-in.ts'
import { type DemoNotes, keepNotes, readNotes } from './demo-notes.ts'
import { generateCompany, type Guest, isFirst } from './generate-company.ts'
import { makeUpPast, progressLine } from './make-up-past.ts'
import { companyZone, seedEnterprise } from './seed-enterprise.ts'
import { simulateEvents, simulateFromNowOn, simulateSpan, type Span } from './simulate-days.ts'
import { backdateCompany } from './backdate-company.ts'
import { type Doors, createDoors } from './create-doors.ts'
import { renderPerson } from './render-person.ts'
import { runServer } from './run-server.ts'
import { type DoorEvent, doorNames } from './generate-day.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedCorrections } from './seed-corrections.ts'
import { createCaretaker } from './caretaker.ts'
import { generateRecentAlarms } from './recent-alarms.ts'
import {
  seedAttendance,
  seedBanned,
  seedEmployees,
  seedGuests,
  seedLeaves,
  seedRules,
  seedStructure,
} from './seed-company.ts'
import { seedSites } from './seed-sites.ts'
import { createYardGate, type YardGate } from './yard-gate.ts'

export const demoAccount = { account: 'admin', password: 'Gatehouse_Demo' }
const oneTimePassword = 'Gatehouse_First'

export type DemoOptions = {
  folder: string
  people: number
  days: number
  isFresh: boolean
  say: (line: string) => void
  /** Settings of the server, as `npm start` takes them. */
  environment: Readonly<Record<string, string | undefined>>
  /** Receives the address when the console can be used, while the past days are still delivered. */
  onReady?: (url: string) => void
  /** The time after which the device administrator looks at the alarms again, once all days are in. */
  careEveryMs?: number
  /** All past days have been delivered; from now on the doors follow the clock. */
  onLive?: (() => void) | undefined
  /** Ends the demo. */
  signal: AbortSignal
}

/** The product with a company in it: seeds it where there is none, simulates the days since, and goes on until the signal. */
export async function runDemo({
  folder,
  people,
  days,
  isFresh,
  say,
  environment,
  careEveryMs = 600_000,
  onReady,
  onLive,
  signal,
}: DemoOptions): Promise<void> {
  const known = isFresh ? undefined : await readNotes(folder)
  if (!known) await makeRoom(folder)
  // while the server starts: drawn once, they are there when they are asked for
  if (!known) void drawFirst(people)
  const server = await runServer(folder, oneTimePassword, environment)
  const doors = createDoors(join(folder, 'terminals'))
  const gate = createYardGate(server.url, signal)
  const address = `${server.url}  account ${demoAccount.account}, password ${demoAccount.password}`
  const ready = () => {
    say(address)
    say('The same password for mainadmin, subadmin, deviceadmin and visitoradmin.')
    onReady?.(server.url)
  }
  const takeCare = createCaretaker({
    folder,
    url: server.url,
    account: 'deviceadmin',
    password: demoAccount.password,
    // A call that is on its way when the demo ends fails, which is no failure.
    say: (line) => void (signal.aborted || say(line)),
  })
  try {
    doors.moveTo(server.url)
    const moving = known
      ? comeBack({ folder, notes: known, url: server.url, doors, gate, takeCare, say, ready })
      : moveIn({ folder, people, days, url: server.url, doors, gate, takeCare, say, ready, signal })
    const moved = await Promise.race([moving, ended(signal)])
    if (!moved || signal.aborted) {
      // its doors and its server go away below
      moving.catch(() => undefined)
      return
    }
    const { notes, span } = moved
    const live = simulateFromNowOn(span, Temporal.Now.instant(), signal, (until) =>
      keepNotes(folder, (kept) => ({ ...kept, livedUntil: until.toString() })),
    )
    let isPastIn = false
    const past = makeUpPast({
      folder,
      span,
      notes,
      signal,
      async onDay(progress) {
        await takeCare()
        if (progress.done === 2 || progress.done % 10 === 0) say(progressLine(progress))
      },
    }).then(async () => {
      isPastIn = true
      if (signal.aborted) return
      say(`All days are in; the doors go on. ${address}. Ctrl+C ends it.`)
      onLive?.()
      while (!signal.aborted) {
        await wait(careEveryMs, undefined, { signal }).catch(() => undefined)
        if (!signal.aborted) await takeCare()
      }
    })
    void ended(signal).then(() => isPastIn || say('It ends as soon as the day that is on its way is in …'))
    await Promise.all([live, past])
  } finally {
    await doors.close()
    await server.end()
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

const mark = 'gatehouse-demo'

/** Takes away the demo of before, or one that is only half there; never a folder that is somebody's. */
async function makeRoom(folder: string): Promise<void> {
  const inside = await readdir(folder).catch((): string[] => [])
  if (inside.length > 0 && !inside.includes(mark))
    throw new Error(`${folder} holds something else: name another with --data.`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // started by root, PostgreSQL runs as another user, who must get in
  await chmod(folder, 0o755)
  await writeFile(join(folder, mark), '')
}

type Moved = { notes: DemoNotes; span: Span }
type Begin = {
  folder: string
  url: string
  doors: Doors
  gate: YardGate
  takeCare: () => Promise<void>
  say: (line: string) => void
  ready: () => void
}

/** A guest whose visit is these days; the others follow as well. */
const isHere = ({ fromDay, toDay }: Guest) => fromDay <= 0 && toDay >= 0

async function drawFirst(people: number): Promise<void> {
  const { employees, guests } = generateCompany(people)
  for (const { number } of [...employees.filter(isFirst), ...guests.filter(isHere)])
    await renderPerson(number, 'portrait')
}

/** The company of before: first what happened while it was off. */
async function comeBack({
  folder,
  notes,
  url,
  doors,
  gate,
  takeCare,
  say,
  ready,
}: Begin & { notes: DemoNotes }): Promise<Moved> {
  ready()
  const session = await logIn(url, demoAccount.account, demoAccount.password).catch(() => undefined)
  if (session) await gate.comeBack(askServer(url, session.token))
  else {
    say(`${demoAccount.account} has another password by now: the gate of the yard is not given its people again.`)
    gate.start()
  }
  await doors.start()
  await doors.catchUp()
  const span = spanOf(notes, doors)
  const now = Temporal.Now.instant()
  const earliest = now.subtract({ hours: 24 * maxDaysBack })
  const noted = Temporal.Instant.from(notes.livedUntil)
  const from = Temporal.Instant.compare(noted, earliest) < 0 ? earliest : noted
  const days = Math.round(from.until(now).total('days'))
  if (days > 1) say(`The ${days} days since the last time are on their way …`)
  await simulateSpan(span, { from, to: now })
  await keepNotes(folder, (kept) => ({ ...kept, livedUntil: now.toString() }))
  await takeCare()
  return { notes, span }
}

type MoveIn = Begin & Pick<DemoOptions, 'people' | 'days' | 'signal'>

/** A new company: what a first look needs comes first, then `ready`, then everybody else and what they did today. */
async function moveIn({
  folder,
  people,
  days,
  url,
  doors,
  gate,
  takeCare,
  say,
  ready,
  signal,
}: MoveIn): Promise<Moved> {
  say(`Riverside Instruments moves in: ${people} people, three sites, ${doorNames.length + 1} terminals …`)
  const { token } = await logIn(url, demoAccount.account, oneTimePassword)
  const ask = askServer(url, token)
  await replacePassword(ask, oneTimePassword, demoAccount.password)
  const zone = companyZone(Temporal.Now.timeZoneId())
  await seedEnterprise(ask, zone)
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const [today, foundedOn] = [now.startOfDay().toInstant(), now.toPlainDate()]
  const company = generateCompany(people)
  const seed = { ask, company, foundedOn, days, zone }
  await seedStructure(ask)
  const joinDoors = async () => {
    await doors.pair(url, ask)
    await gate.join(ask)
    await seedSites(ask)
    await seedRules(seed)
  }
  const [withoutPortrait] = await Promise.all([
    seedEmployees(ask, company.employees.filter(isFirst)),
    joinDoors(),
    seedAccounts(url, ask, demoAccount.password),
  ])
  await seedGuests(seed, isHere)
  await seedLeaves(seed)
  await doors.catchUp()
  await backdateCompany(folder, days + 2)
  const later = company.employees.filter((employee) => !isFirst(employee))
  const laterNumbers = new Set(later.map(({ number }) => number))
  const isLater = (event: DoorEvent) => event.what === 'person' && laterNumbers.has(event.number)
  const span = (without: readonly number[]) =>
    spanOf({ people, zone, foundedOn: foundedOn.toString(), withoutPortrait: without }, doors)
  const moment = now.toInstant()
  await simulateSpan(span(withoutPortrait), { from: today, to: moment, only: (event) => !isLater(event) })
  const { handled, waiting } = generateRecentAlarms(span(withoutPortrait).company, now)
  await simulateEvents(doors, handled, today.subtract({ hours: 24 }))
  await takeCare()
  await ask(markAlarmsSeen)
  await simulateEvents(doors, waiting, today.subtract({ hours: 24 }))
  ready()
  say(`Everybody else and the ${days} days before today follow meanwhile; how long they still take is said here.`)

  withoutPortrait.push(...(await seedEmployees(ask, later)))
  await seedGuests(seed, (guest) => !isHere(guest))
  await seedBanned(seed)
  await backdateCompany(folder, days + 2)
  await seedAttendance(seed)
  await seedCorrections(seed, url)
  await doors.catchUp()
  const notes: DemoNotes = {
    people,
    days,
    zone,
    withoutPortrait,
    foundedOn: foundedOn.toString(),
    livedFromOn: foundedOn.toString(),
    livedUntil: moment.toString(),
  }
  if (!signal.aborted) await simulateSpan(span(withoutPortrait), { from: today, to: moment, only: isLater })
  // only now: a company of which half is there is made again
  await keepNotes(folder, notes)
  say(`Everybody is in. The ${days} days before today are on their way.`)
  return { notes, span: span(withoutPortrait) }
}

/** So far back the days are made up for a demo that was off for long. */
const maxDaysBack = 60

function spanOf(
  { people, zone, foundedOn, withoutPortrait }: Pick<DemoNotes, 'people' | 'zone' | 'foundedOn' | 'withoutPortrait'>,
  doors: Doors,
): Span {
  const all = generateCompany(people)
  const company = { ...all, employees: all.employees.filter(({ number }) => !withoutPortrait.includes(number)) }
  return { company, doors, zone, foundedOn: Temporal.PlainDate.from(foundedOn) }
}
