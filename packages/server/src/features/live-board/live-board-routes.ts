import * as contract from '@gatehouse/contract/features/live/board.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { Hints } from '../../hints/hints.ts'
import { type App, mount } from '../../http/mount.ts'
import { createLiveBoards } from './live-board.ts'
import { commandDoor } from './live-board-service.ts'

/** Names on a board change with people and the zone of a day with the company, too. */
const topics: ReadonlySet<LiveTopic> = new Set([...contract.boardTopics, 'staff', 'blacklist', 'company'])

/** Mounted before the live stream: a hint first spoils the boards of this process, and then makes the consoles ask. */
export function mountLiveBoard(app: App, hints: Hints): void {
  const boards = createLiveBoards(app.services)
  hints.on((hint) => {
    if (hint.to === 'servers' || (hint.to === 'consoles' && topics.has(hint.topic))) boards.spoil()
  })
  hints.onMissed(boards.spoil)

  mount(app, contract.getLiveBoard, async ({ query }, { actor }) => {
    if (actor.kind !== 'account') throw new Error('a board is of an account')
    return boards.read(actor.role, query.after)
  })
  mount(app, contract.commandLiveDoor, ({ params, body }, ctx) => commandDoor(ctx, params.id, body))
}
