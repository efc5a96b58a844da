import { keptOwnValue } from '@gatehouse/contract/device/outcome-words.ts'
import { inTransaction } from '../../ctx.ts'
import { seal } from '../../lib/seal.ts'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { lanes } from './next-command.ts'
import { access, type CommandText } from './protocol/write-command.ts'
import { noteWritingFacts } from './note-facts.ts'
import { writingFactsIn } from './protocol/read-answers.ts'
import type { Fields } from './protocol/read-fields.ts'
import { commandContext } from './queue-context.ts'
import { differing, optionNames, optionsIn, schemaOf, tagOf, valuesOf, type ZkOptions } from './zk-settings.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { dialectOf } from './zkteco-make.ts'
import {
  findZkDevice,
  insertCommands,
  replaceSettings,
  selectFollowed,
  updateZkDevice,
  type ZkDevice,
} from './zkteco-store.ts'

/** Old controllers do not register, and tell these only when they are asked. */
const writingFacts = ['LockCount', 'DateFmtFunOn']

/** A question is put once: a firmware without the command must not hold up what waits behind it. */
const askedSeconds = 60

/** The settings are looked at after the answer to such a command. */
export const isFollowed = ({ what }: { what: string }): boolean => ['zone', 'settings', 'options'].includes(what)

/** As they are wanted now, with what the zones of now are known by. */
type Wanted = { settings: DeviceSettings; definitions: string }

/**
 * Asks a terminal for its options after it has greeted, sends it those that are to be others, and tells what is in force, also while people are
 * under way: the order of their commands does not matter to it. Gives whether anything was queued. The row of the terminal is kept up.
 */
export async function followSettings(
  parts: ZkParts,
  session: ZkSession,
  zk: ZkDevice,
  { settings: wanted, definitions }: Wanted,
): Promise<boolean> {
  const { db, clock } = parts.services
  const deviceId = session.device.id
  const dialect = dialectOf(zk.type)
  const isAsked = dialect === 'access' && session.asksOptions
  const known = { base: optionsOf(zk.base_options), options: optionsOf(zk.options), doors: zk.doors }
  const schema = schemaOf(dialect, known.base)
  const tag = tagOf(schema)
  const isTold = zk.settings_revision === wanted.revision && zk.told_running === wanted.isRunning
  if (!isAsked && zk.schema_tag === tag && isTold) return false
  const keep = async (change: Partial<Pick<ZkDevice, 'schema_tag' | 'settings_revision' | 'told_running'>>) => {
    await updateZkDevice(db, deviceId, change)
    Object.assign(zk, change)
  }
  const underWay = await selectFollowed(db, deviceId)
  // A terminal that did not close its zones is not out of service, whatever it was told; refused for now, they may be closed yet.
  const isStanding =
    zk.rights_tag?.split(' ')[1] === definitions &&
    !underWay.some(({ what, is_open }) => what === 'zone' && (is_open || !wanted.isRunning))
  const tell = (revision: number, refused: readonly string[]) =>
    parts.events.settingsApplied(session.device, {
      revision,
      values: valuesOf(schema, known.options, wanted),
      refused: refused.map((key) => ({ key, reason: keptOwnValue })),
    })
  // Its answer says what is in force; one that was refused for now is no longer waited for.
  if (underWay.some(({ what, is_open, is_aside }) => what !== 'zone' && is_open && !is_aside)) {
    // That its doors are closed is known without it.
    if (!isStanding || zk.schema_tag === null || zk.told_running === wanted.isRunning) return false
    await tell(zk.settings_revision ?? 0, [])
    await keep({ told_running: wanted.isRunning })
    return false
  }
  // A new terminal gets its zones first: with them a lockdown has closed it.
  if (zk.schema_tag === null && underWay.some(({ what, is_open }) => what === 'zone' && is_open)) return false
  if (isAsked) {
    session.asksOptions = false
    const expires_at = clock.now().add({ seconds: askedSeconds }).toString()
    await queue(parts, deviceId, {
      lane: lanes.door,
      what: 'options',
      text: access.askOptions([...writingFacts, ...optionNames(zk.doors)]),
      expires_at,
    })
    return true
  }
  if (zk.schema_tag !== tag) {
    await parts.events.settingsKnown(session.device, tag, schema)
    await keep({ schema_tag: tag, settings_revision: null })
    // The configuration has another revision now: the next look reads it.
    Object.assign(session, { hasWork: true, followsSettings: true })
    return false
  }
  const isOutdated = underWay.some(({ what, is_open }) => what === 'settings' && is_open)
  if (isOutdated && session.sentRevision !== wanted.revision)
    await replaceSettings(db, deviceId, clock.now().toString())
  const changes = differing(wanted, known)
  if (changes.length > 0 && session.sentRevision !== wanted.revision) {
    session.sentRevision = wanted.revision
    // They are asked for afterwards: what it has then is what it took.
    session.asksOptions = true
    const text = access.setOptions(changes.map(({ name, target }) => [name, target] as const))
    await queue(parts, deviceId, { lane: lanes.setting, what: 'settings', text, expires_at: null })
    return true
  }
  if (!isStanding) return false
  await tell(wanted.revision, [...new Set(changes.map(({ key }) => key))])
  await keep({ settings_revision: wanted.revision, told_running: wanted.isRunning })
  return false
}

type Queued = { lane: number; what: string; text: CommandText; expires_at: string | null }

const queue = ({ services }: ZkParts, deviceId: string, { text, ...row }: Queued) =>
  inTransaction(services, ({ db }) =>
    insertCommands(db, deviceId, [
      {
        ...row,
        created_at: services.clock.now().toString(),
        text_sealed: seal(services.keys.column, Buffer.from(text), commandContext),
      },
    ]),
  )

/** Keeps the options that a terminal told, under the mutex of its queue; those that it has the first time are what it was set to. */
export async function takeOptionValues(parts: ZkParts, session: ZkSession, fields: Fields): Promise<void> {
  const { services } = parts
  await noteWritingFacts(parts, session, writingFactsIn(fields))
  const zk = await findZkDevice(services.db, session.device.id)
  if (!zk) return
  const told = optionsIn(fields, zk.doors)
  if (Object.keys(told).length === 0) return
  const options = { ...optionsOf(zk.options), ...told }
  const base_options = { ...told, ...optionsOf(zk.base_options) }
  await updateZkDevice(services.db, session.device.id, {
    options: JSON.stringify(options),
    base_options: JSON.stringify(base_options),
    // Somebody may have changed them at the terminal: they are compared again.
    settings_revision: null,
  })
  Object.assign(session, { hasWork: true, followsSettings: true })
}

const optionsOf = (value: unknown): ZkOptions =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, text]) => [
      name,
      String(text),
    ]),
  )
