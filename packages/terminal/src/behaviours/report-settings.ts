import { reportSchema, reportSettings as reportRoute } from '@gatehouse/contract/device/link.ts'
import { settingValue } from '@gatehouse/contract/device/settings-schema.ts'
import type { SettingsSchema, SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { Behaviour, TerminalCore } from '../core/behaviour.ts'
import { isSameJson } from '../core/is-same-json.ts'
import { sha256 } from '../core/random.ts'

/** Another schema has another tag. */
export const tagOf = (schema: SettingsSchema): Promise<string> => sha256(JSON.stringify(schema))

/** Tells the server what this terminal can be set to, when asked, and what is in force here, whenever that changes. */
export const reportSettings: Behaviour = {
  name: 'settings',
  start(terminal) {
    let isSchemaWanted = false
    let reported: unknown
    const duty = terminal.duty('settings', async (signal) => {
      if (isSchemaWanted) {
        await terminal.call(reportSchema, {
          body: { tag: await tagOf(terminal.schema), schema: terminal.schema },
          signal,
        })
        isSchemaWanted = false
      }
      const body = inForce(terminal)
      if (body === null || isSameJson(body, reported)) return
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

function inForce({ state, schema, refused, door }: TerminalCore) {
  const settings = state.configuration?.settings
  if (!settings) return null
  const values: SettingValues = Object.fromEntries(
    schema.settings.map(({ key, default: value }) => [key, settingValue.catch(value).parse(settings[key])]),
  )
  return { revision: settings.revision, values, refused: [...refused], doorMode: door.mode }
}
