import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { countFaces } from './face-template-reads.ts'
import { createFacesInMemory, type FaceQuestions } from './faces-in-memory.ts'
import { type GalleryThread, startGalleryThread } from './gallery-thread.ts'

/**
 * Everybody's face in memory, for asking whether a face is registered already. Filled from the database by `rebuild`, at the start and
 * after a broken connection; kept up by the hint that names a changed person. While it is rebuilt, everybody is found as before. Many
 * faces are read and searched by a thread of their own: the start does not wait for them, questions do. So they do from a change of the
 * recogniser until everybody's new templates are read: by the former ones nobody would be like a new portrait.
 */
export type FaceGallery = {
  /** @throws AppError server.busy while the faces are read for the first time, or those of another recogniser */
  [K in keyof FaceQuestions]: (...given: Parameters<FaceQuestions[K]>) => Promise<ReturnType<FaceQuestions[K]>>
} & {
  refreshPerson(personId: string): Promise<void>
  rebuild(): Promise<void>
  close(): Promise<void>
}

type Needs = {
  db: Db
  databaseUrl: string
  keys: Pick<InstallKeys, 'embedding'>
  /** The model of new portraits and looks. */
  modelInUse: () => string
  log: Record<'info' | 'error', (facts: object, text: string) => void>
}

/** A search of this many takes half a millisecond; more are worth the start of a thread. */
const maxHere = 20_000
/** A question waits this long for faces that are being read. */
const patienceMs = 5_000
/** Progress is logged after as many people. */
const peoplePerLine = 100_000

type Started = { readonly it: GalleryThread; readonly filled: Promise<void>; isFilled: boolean }

/** @throws AppError server.busy when it takes too long, or fails */
async function waitFor(filled: Promise<void>): Promise<void> {
  const patience = new AbortController()
  const late = wait(patienceMs, false, { signal: patience.signal, ref: false }).catch(() => false)
  const isReady = await Promise.race([
    filled.then(
      () => true,
      () => false,
    ),
    late,
  ])
  patience.abort()
  if (!isReady) throw new AppError('server.busy')
}

/** Empty, until `rebuild`. */
export function createFaceGallery({ db, databaseUrl, keys, modelInUse, log }: Needs, max = maxHere): FaceGallery {
  let here = createFacesInMemory({ db, keys })
  /** Everybody is here. */
  let isHere = false
  let isThreadNeeded = false
  let thread: Started | undefined
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  /** The model that the last rebuild found in force, and the one that was in use here as it began. */
  let read: { inForce: string; inUse: string } | undefined

  /** The model that was in use as the rebuild that is under way began. */
  let underWay: string | undefined

  async function noted(rebuild: () => Promise<string>): Promise<void> {
    const inUse = modelInUse()
    underWay = inUse
    try {
      read = { inForce: await rebuild(), inUse }
    } finally {
      underWay = undefined
    }
  }

  function start(): Started {
    isThreadNeeded = true
    let logged = 0
    const it = startGalleryThread(databaseUrl, keys, (people) => {
      if (people < logged + peoplePerLine) return
      logged = people
      log.info({ people }, 'faces are read into memory')
    })
    const filled = noted(() => it.call('rebuild')).then(
      () => {
        started.isFilled = true
        isHere = false
        here = createFacesInMemory({ db, keys })
        log.info({}, 'all faces are in memory')
      },
      async (error: unknown) => {
        if (thread === started) thread = undefined
        await it.close()
        throw error
      },
    )
    filled.catch((error: unknown) => log.error({ err: error }, 'faces could not be read into memory'))
    const started: Started = { it, filled, isFilled: false }
    thread = started
    return started
  }

  async function readAgain(): Promise<void> {
    const there = thread?.it
    if (there?.isAlive) return noted(() => there.call('rebuild'))
    if (!isThreadNeeded && (await countFaces(db, max)) < max) {
      await noted(here.rebuild)
      isHere = true
      return
    }
    const { filled } = start()
    if (isHere) await filled // who asks is answered from here meanwhile
  }

  /** Rebuilds go one after the other: two at once would each start a thread. Those who ask while one waits for its turn are served by the same one. */
  const rebuild = (): Promise<void> =>
    (next ??= last = last
      .catch(() => {})
      .then(() => {
        next = undefined
        return readAgain()
      }))

  /** The thread to ask; undefined: here. A thread that ended is started again, and questions wait for it. */
  async function threadToAsk(): Promise<GalleryThread | undefined> {
    if (isHere || !isThreadNeeded) return undefined
    const { it, filled, isFilled } = thread?.it.isAlive ? thread : start()
    if (!isFilled) await waitFor(filled)
    return it
  }

  const isOfModelInUse = (): boolean => read === undefined || read.inForce === modelInUse()

  /** Everybody's faces are read again after a change of the recogniser, unless they were already, and those in force are still others. */
  async function threadOfModelInUse(): Promise<GalleryThread | undefined> {
    const there = await threadToAsk()
    if (isOfModelInUse()) return there
    if (read?.inUse !== modelInUse()) await waitFor(underWay === modelInUse() ? last : rebuild())
    if (!isOfModelInUse()) throw new AppError('server.busy')
    return threadToAsk()
  }

  const ask = <K extends keyof FaceQuestions>(name: K): FaceGallery[K] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name, arguments and answer belong together
    (async (...given: Parameters<FaceQuestions[K]>) => {
      const there = await threadOfModelInUse()
      if (there) return there.call(name, ...given)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
      return (here[name] as (...given: unknown[]) => unknown)(...given)
    }) as FaceGallery[K]

  return {
    search: ask('search'),
    countPeople: ask('countPeople'),
    entriesOf: ask('entriesOf'),
    alikeOf: ask('alikeOf'),
    compare: ask('compare'),
    comparePeople: ask('comparePeople'),
    async refreshPerson(personId) {
      if (thread?.it.isAlive) await thread.it.call('refreshPerson', personId)
      if (isHere || !isThreadNeeded) await here.refreshPerson(personId)
    },
    rebuild,
    close: async () => thread?.it.close(),
  }
}
