import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/**
 * The actor is named by `nameOfActor` and checked by `may` (server/src/ctx.ts); otherwise an application's action would
 * be logged as somebody else's, or be refused although its key allows it. These files look at the actor for another
 * reason.
 */
const others: readonly (readonly [file: string, why: string])[] = [
  ['features/accounts/account-routes.ts', "one's own account, by its id"],
  ['features/alarms/alarm-service.ts', 'alarms are given to accounts'],
  ['features/auth/auth-routes.ts', "one's own sessions"],
  ['features/auth/auth-service.ts', "one's own account"],
  ['features/auth/own-password-actions.ts', "one's own password"],
  ['features/auth/second-factor.ts', "one's own second factor"],
  ['features/dashboard/dashboard-routes.ts', 'a dashboard is drawn for a role'],
  ['features/imports/import-service.ts', 'whose import it is, by id'],
  ['features/lockdown/lockdown-service.ts', 'two accounts release, by their ids'],
  ['features/muster/muster-service.ts', 'whether a person or the API started it, or marked somebody'],
  ['features/notices/notices-routes.ts', 'which counts a role sees'],
  ['features/push/push-service.ts', "one's own browsers"],
  ['features/live-board/live-board-routes.ts', 'a board is read for a role'],
  ['features/live/live-routes.ts', 'hints are for a role, as long as its session lasts'],
  ['people/portraits/portrait-reads.ts', 'the product itself reads every portrait'],
  ['features/records/record-reads.ts', 'which records a role sees'],
  ['features/saved-views/saved-view-service.ts', "one's own views"],
  ['features/visitors/passes/visitor-pass-service.ts', 'a pass that came by a link was made by nobody'],
  ['http/mount.ts', 'what nobody did has no line'],
  ['http/operation-log-store.ts', 'the log has kind, id and name of whoever acted'],
  ['features/devices/pairing/pairing-code.ts', 'who made the code, by id'],
  ['ctx.ts', 'here it is said'],
]

const looksItself = /\bactor\.(kind|name|role)\b|\bin (ctx\.)?actor\b/

it('No other file names or checks the actor', () => {
  const folder = join(root, 'packages/server/src')
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => looksItself.test(readFileSync(join(folder, file), 'utf8')))
  expect(found.toSorted()).toEqual(others.map(([file]) => file).toSorted())
})
