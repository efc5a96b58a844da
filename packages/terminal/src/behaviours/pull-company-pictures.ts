import { getCompanyPicture } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour } from '../core/behaviour.ts'
import type { CompanyPicture } from '../state/terminal-state.ts'

/** Fetches the enterprise's logo and background when the configuration names pictures that are not here. */
export const pullCompanyPictures: OwnBehaviour<'company-pictures'> = {
  name: 'company-pictures',
  start(terminal) {
    const { state } = terminal
    const wanted = () => {
      const company = state.configuration?.company
      return [company?.logoId, company?.backgroundId].filter((id) => typeof id === 'string')
    }
    const here = () => state.companyPictures.map(({ id }) => id)
    const task = terminal.tasks.add('company-pictures', async (signal) => {
      const ids = wanted()
      if (ids.join() === here().join()) return
      const pictures: CompanyPicture[] = []
      for (const id of ids) {
        const known = state.companyPictures.find((picture) => picture.id === id)
        pictures.push(known ?? { id, bytes: await terminal.fetchBytes(getCompanyPicture, { params: { id }, signal }) })
      }
      state.companyPictures = pictures
      terminal.emit('branding-updated', pictures.length)
    })
    return {
      on: {
        'configuration-applied': () => {
          if (wanted().join() !== here().join()) task.runNow()
        },
      },
    }
  },
}
