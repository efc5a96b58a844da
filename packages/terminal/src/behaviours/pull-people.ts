import { hashForm, pullPeople as pullPeopleRoute, reportPeople } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { isSameJson } from '../lib/is-same-json.ts'
import { LinkError, isRefusedWith } from '../link/link-error.ts'
import { preparePerson } from '../recognition/prepare-person.ts'

const pageSize = 200
/** The size of one page. */
const maxFailures = 10_000

/**
 * Pulls the people who belong on this terminal: pages from the last cursor on, each applied as a whole, so that an
 * interrupted pull continues where it stopped. Afterwards it reports to the server how far it is, and who cannot be
 * recognised here and why.
 */
export const pullPeople: OwnBehaviour<'people'> = {
  name: 'people',
  start(terminal) {
    const task = terminal.tasks.add('people', async (signal) => {
      let isNews = false
      for (let hasMore = true; hasMore;) {
        const page = await pullPage(terminal, signal)
        hasMore = page.hasMore
        isNews ||= page.isNews
      }
      await report(terminal, signal)
      if (isNews) terminal.emit('synced', terminal.state.people.count)
      if (hasRoomForRefused(terminal)) {
        terminal.state.people.startOver()
        task.schedule()
      }
    })
    return {
      on: {
        hint(what) {
          if (what === 'people') task.runNow()
        },
        'recogniser-changed': () => task.runNow(),
      },
    }
  },
}

async function pullPage(terminal: TerminalCore, signal: AbortSignal): Promise<{ hasMore: boolean; isNews: boolean }> {
  const { people } = terminal.state
  const { cursor } = people
  const { recogniser, recognisers, fetchBytes } = terminal
  const query = {
    limit: pageSize,
    hashes: hashForm,
    // The server may not have heard yet which of its recognisers this terminal compares with.
    ...(recognisers.own.others && { model: recogniser.modelId }),
    ...(cursor !== null && { cursor }),
  }
  const page = await terminal.call(pullPeopleRoute, { query, signal }).catch((error: unknown) => {
    // The server does not understand this cursor (or no longer does): the whole list is pulled.
    if (cursor !== null && isRefusedWith(error, 'request.invalid')) people.startOver()
    throw error
  })
  if (page.hasMore && page.cursor === cursor) {
    throw new LinkError('misunderstood', 'the list of people does not go on: the same cursor came back')
  }
  if (cursor !== null && !isSameJson(page.hashing, people.hashing)) {
    // The cards and PINs of the list are in another form, or have other salts: the whole list is needed again.
    people.startOver()
    return { hasMore: true, isNews: false }
  }
  const upserts = []
  for (const person of page.upserts) upserts.push(await preparePerson(person, { recogniser, fetchBytes }, signal))
  signal.throwIfAborted()
  // The terminal has changed over to another recogniser meanwhile, or the list begins again: this page is of the former one.
  if (people.cursor !== cursor || terminal.recogniser !== recogniser) return { hasMore: true, isNews: false }
  const change = people.apply({
    begins: cursor === null || (page.isFull && !people.isFullPull),
    ends: !page.hasMore,
    upserts,
    removals: page.removals,
    cursor: page.cursor,
    hashing: page.hashing,
    capacity: terminal.versions.personCapacity,
  })
  terminal.people.follow(change)
  terminal.notify('data-changed')
  return { hasMore: page.hasMore, isNews: page.cursor !== cursor || change.stored.length > 0 || change.gone.length > 0 }
}

async function report(terminal: TerminalCore, signal: AbortSignal): Promise<void> {
  const due = terminal.state.people.dueReport
  if (!due) return
  for (let at = 0; at === 0 || at < due.failures.length; at += maxFailures) {
    const failures = due.failures.slice(at, at + maxFailures)
    const hasMore = at + maxFailures < due.failures.length
    await terminal.call(reportPeople, { body: { cursor: due.cursor, failures, isContinued: at > 0, hasMore }, signal })
  }
  terminal.state.people.markReported(due.cursor)
}

/**
 * Somebody was refused for lack of room, and others have left since: only the whole list names the refused people
 * again.
 */
function hasRoomForRefused(terminal: TerminalCore): boolean {
  const { people } = terminal.state
  return people.count < terminal.versions.personCapacity && people.hasFailure('capacity')
}
