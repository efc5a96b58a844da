import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { logIn, replacePassword } from '@gatehouse/testkit/seeds/log-in.ts'
import { type DemoNotes, keepNotes, readNotes } from './demo-notes.ts'
import { generateCompany } from './generate-company.ts'
import { simulateFromNowOn, simulateDays } from './simulate-days.ts'
import { backdateCompany } from './backdate-company.ts'
import { type Doors, createDoors } from './create-doors.ts'
import { runServer } from './run-server.ts'
import { doorNames } from './generate-day.ts'
import { seedAccounts } from './seed-accounts.ts'
import { releaseOldAlarms, seedPeople, seedRules } from './seed-company.ts'
import { seedSites } from './seed-sites.ts'

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
  onReady,
  onLive,
  signal,
}: DemoOptions): Promise<void> {
  const known = isFresh ? undefined : await readNotes(folder)
  if (!known) await makeRoom(folder)
  const server = await runServer(folder, oneTimePassword, environment)
  const doors = createDoors(join(folder, 'terminals'))
  try {
    doors.moveTo(server.url)
    const seeded = known ? undefined : await seedDemo({ folder, people, days, url: server.url, doors, say })
    const notes = known ?? seeded?.notes
    if (!notes) throw new Error('the company was not seeded')
    say(`${server.url}  account ${demoAccount.account}, password ${demoAccount.password}`)
    say('The same password for mainadmin, subadmin, deviceadmin and visitoradmin.')
    onReady?.(server.url)
    await simulate({ folder, notes, doors, say, signal, onLive, ...(seeded && { ask: seeded.ask }) })
  } finally {
    await doors.close()
    await server.end()
  }
}

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

type SeedOptions = Pick<DemoOptions, 'folder' | 'people' | 'days' | 'say'> & { url: string; doors: Doors }

async function seedDemo({
  folder,
  people,
  days,
  url,
  doors,
  say,
}: SeedOptions): Promise<{ notes: DemoNotes; ask: Ask }> {
  say(`A company of ${people} people moves in …`)
  const { token, timeZone: zone } = await logIn(url, demoAccount.account, oneTimePassword)
  const ask = askServer(url, token)
  await replacePassword(ask, oneTimePassword, demoAccount.password)
  await seedAccounts(url, ask, demoAccount.password)
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const seed = { ask, company: generateCompany(people), foundedOn: now.toPlainDate(), days, zone, say }
  const withoutPortrait = await seedPeople(seed)
  say(`${doorNames.length} terminals at three sites join …`)
  await doors.pair(url, ask)
  await seedSites(ask)
  await backdateCompany(folder, days + 2)
  await seedRules(seed)
  await doors.idle()
  const livedUntil = now.startOfDay().subtract({ days }).toInstant().toString()
  const notes = { people, foundedOn: now.toPlainDate().toString(), zone, withoutPortrait, livedUntil }
  await keepNotes(folder, notes)
  return { notes, ask }
}

type SimulationOptions = Pick<DemoOptions, 'folder' | 'say' | 'signal' | 'onLive'> & {
  notes: DemoNotes
  doors: Doors
  /** Of the administrator who has just seeded the company, and looks after what rang since. */
  ask?: Ask
}

/** So far back the days are made up for a demo that was off for long. */
const maxDaysBack = 60

async function simulate({ folder, notes, doors, ask, say, signal, onLive }: SimulationOptions): Promise<void> {
  const all = generateCompany(notes.people)
  const company = { ...all, employees: all.employees.filter(({ number }) => !notes.withoutPortrait.includes(number)) }
  const span = { company, doors, zone: notes.zone, foundedOn: Temporal.PlainDate.from(notes.foundedOn) }
  const now = Temporal.Now.instant()
  const earliest = now.subtract({ hours: 24 * maxDaysBack })
  const noted = Temporal.Instant.from(notes.livedUntil)
  const from = Temporal.Instant.compare(noted, earliest) < 0 ? earliest : noted
  await simulateDays(
    span,
    from,
    now,
    async (until) => {
      const left = Math.ceil(until.until(now).total('days'))
      if (left > 0 && left % 10 === 0) say(`${left} days to go`)
      await keepNotes(folder, { ...notes, livedUntil: until.toString() })
    },
    signal,
  )
  if (signal.aborted) return
  await doors.start()
  await doors.idle()
  if (ask) await releaseOldAlarms(ask)
  await keepNotes(folder, { ...notes, livedUntil: now.toString() })
  say('The days up to now are in; the doors go on. Ctrl+C ends it.')
  onLive?.()
  await simulateFromNowOn(span, now, signal, (until) => keepNotes(folder, { ...notes, livedUntil: until.toString() }))
}
