import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import type { Behaviour, TerminalCore } from '../core/behaviour.ts'
import { isSameJson } from '../core/is-same-json.ts'

/** Settings and access rules, taken whole. The server's word counts, whatever revision is here. */
export const pullConfiguration: Behaviour = {
  name: 'configuration',
  start(terminal) {
    const { state } = terminal
    const duty = terminal.duty('configuration', async (signal) => {
      const { tag, ...wanted } = await terminal.call(getConfiguration, { signal })
      const configuration = { ...wanted, settings: takeWhatIsPossible(terminal, wanted.settings) }
      const isNews = !isSameJson(configuration, state.configuration)
      if (isNews) state.configuration = configuration
      terminal.configurationTag = tag
      terminal.tell({ type: 'configured' })
      if (!isNews) return
      terminal.tell({ type: 'changed' })
      terminal.emit('configured', configuration.settings.name)
    })
    return {
      on(message) {
        if (message.type === 'hint' && message.what === 'configuration') duty.hurry()
      },
    }
  },
}

/** The settings with those that this terminal cannot follow left as they are. */
function takeWhatIsPossible(terminal: TerminalCore, wanted: DeviceSettings): DeviceSettings {
  const defaults = Object.fromEntries(terminal.schema.settings.map(({ key, default: value }) => [key, value]))
  const before: Record<string, unknown> = { ...defaults, ...terminal.state.configuration?.settings }
  const refused = Object.entries(terminal.unsupported).flatMap(([key, reason]) =>
    isSameJson(wanted[key], before[key]) ? [] : [{ key, reason }],
  )
  terminal.refused = refused
  return { ...wanted, ...Object.fromEntries(refused.map(({ key }) => [key, before[key]])) }
}
