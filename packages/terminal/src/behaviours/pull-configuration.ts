import { isDeepStrictEqual } from 'node:util'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import type { Behaviour } from '../behaviour.ts'

/** Settings and access rules, taken whole. The server's word counts, whatever revision is here. */
export const pullConfiguration: Behaviour = {
  name: 'configuration',
  start(terminal) {
    const { state } = terminal
    const duty = terminal.duty('configuration', async (signal) => {
      const configuration = await terminal.call(getConfiguration, { signal })
      if (isDeepStrictEqual(configuration, state.configuration)) return
      state.configuration = configuration
      terminal.tell({ type: 'changed' })
      terminal.emit('configured', configuration.settings.name)
    })
    return {
      on(message) {
        if (message.type === 'poll') duty.wake()
        else if (message.type === 'connected' || message.type === 'listening') duty.hurry()
        else if (message.type === 'hint' && message.what === 'configuration') duty.hurry()
      },
    }
  },
}
