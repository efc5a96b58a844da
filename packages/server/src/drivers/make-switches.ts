import type { Db } from '../db/open-database.ts'
import type { Config } from '../lib/config.ts'
import type { MakeSwitches } from './driver.ts'
import { switchOf } from './makes.ts'
import { selectMakes } from './make-store.ts'

/** A make is on by its nature, by the operator's settings, or because somebody has switched it on. */
export async function createMakeSwitches(db: Db, config: Config): Promise<MakeSwitches> {
  let on: ReadonlySet<string> = new Set()
  const switches: MakeSwitches = {
    isOn(make) {
      const found = switchOf(make)
      return found === undefined || (found.byOperator(config) ?? on.has(make))
    },
    async refresh() {
      on = new Set((await selectMakes(db)).flatMap(({ make, is_on: isOn }) => (isOn ? [make] : [])))
    },
  }
  await switches.refresh()
  return switches
}
