import { reportSchema, reportSettings as reportRoute } from '@gatehouse/contract/device/link.ts'
import { settingValue, type SettingsSchema, type SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { isSameJson } from '../lib/is-same-json.ts'
import { sha256 } from '../lib/random.ts'

/** The tag of a schema changes with the schema. */
export const tagOf = (schema: SettingsSchema): Promise<string> => sha256(JSON.stringify(schema))

/**
 * Reports the settings schema of this terminal to the server on request, and the settings in force whenever they
 * change.
 */
export const reportSettings: OwnBehaviour<'settings'> = {
  name: 'settings',
  start(terminal) {
    let isSchemaWanted = false
    let reported: unknown
    const task = terminal.tasks.add('settings', async (signal) => {
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
      on: {
        'session-opened': ({ wantsSchema }) => {
          if (wantsSchema) isSchemaWanted = true
          task.runNow()
        },
        'configuration-applied': task.runNow,
        'door-mode-changed': task.runNow,
      },
    }
  },
}

function inForce({ state, schema, configuration: { refused }, door }: TerminalCore) {
  const settings = state.configuration?.settings
  if (!settings) return null
  const values: SettingValues = Object.fromEntries(
    schema.settings.map(({ key, default: value }) => [key, settingValue.catch(value).parse(settings[key])]),
  )
  return { revision: settings.revision, values, refused: [...refused], doorMode: door.mode }
}
