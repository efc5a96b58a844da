import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { reportSchema, reportSettings as reportRoute } from '@gatehouse/contract/device/link.ts'
import { ownSettings, ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import type { SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { Behaviour, TerminalCore } from '../behaviour.ts'

/** Another schema has another tag. */
export const ownSchemaTag = hash('sha256', JSON.stringify(ownSettingsSchema))

/** Tells the server what this terminal can be set to, when asked, and what is in force here, whenever that changes. */
export const reportSettings: Behaviour = {
  name: 'settings',
  start(terminal) {
    let isSchemaWanted = false
    let reported: unknown
    const duty = terminal.duty('settings', async (signal) => {
      if (isSchemaWanted) {
        await terminal.call(reportSchema, { body: { tag: ownSchemaTag, schema: ownSettingsSchema }, signal })
        isSchemaWanted = false
      }
      const body = inForce(terminal)
      if (body === null || isDeepStrictEqual(body, reported)) return
      await terminal.call(reportRoute, { body, signal })
      reported = body
    })
    return {
      on(message) {
        if (message.type === 'connected' && message.session.wantsSchema) isSchemaWanted = true
        if (message.type === 'configured' || message.type === 'held' || message.type === 'connected') duty.hurry()
      },
    }
  },
}

function inForce({ state, refused, door }: TerminalCore) {
  const settings = state.configuration?.settings
  if (!settings) return null
  const values: SettingValues = Object.fromEntries(ownSettings.map(({ key }) => [key, settings[key]]))
  return { revision: settings.revision, values, refused: [...refused], doorMode: door.mode }
}
