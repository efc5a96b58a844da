import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour } from '../core/behaviour.ts'

/** Pulls settings and access rules as a whole. The server's version counts, whatever revision is here. */
export const pullConfiguration: OwnBehaviour<'configuration'> = {
  name: 'configuration',
  start(terminal) {
    const task = terminal.tasks.add('configuration', async (signal) => {
      const pulled = await terminal.call(getConfiguration, { signal })
      const isNew = terminal.configuration.apply(pulled)
      terminal.notify('configuration-applied')
      if (!isNew) return
      terminal.notify('data-changed')
      terminal.emit('configured', pulled.settings.name)
    })
    return {
      on: {
        hint(what) {
          if (what === 'configuration') task.runNow()
        },
        // Another threshold holds: it comes once the server has heard of the change.
        'recogniser-changed': () => task.schedule(),
      },
    }
  },
}
