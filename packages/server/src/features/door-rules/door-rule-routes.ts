import * as ofAreas from '@gatehouse/contract/features/door-rules/area-rules.ts'
import * as ofDoors from '@gatehouse/contract/features/door-rules.ts'
import * as ofElevators from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import * as ofInterlocks from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { type App, mount } from '../../http/mount.ts'
import { getAreaRules, resetAreaPassback, resetPersonPassback, setAreaRules } from './area-rule-service.ts'
import { getDoorRules, setDoorRules } from './door-rule-service.ts'
import { getFloors, setFloors } from './floor-service.ts'
import { readInterlocks } from './interlock-reads.ts'
import { changeInterlock, createInterlock, removeInterlock } from './interlock-service.ts'
import { readRulesAround } from './rules-around-reads.ts'

export function mountDoorRules(app: App): void {
  mount(app, ofDoors.getDoorRules, ({ params }, ctx) => getDoorRules(ctx, params.id))
  mount(app, ofDoors.setDoorRules, ({ params, body }, ctx) => setDoorRules(ctx, params.id, body))
  mount(app, ofDoors.getRulesAround, ({ params }, ctx) => readRulesAround(ctx.db, params.id))
  mount(app, ofElevators.getElevatorFloors, ({ params }, ctx) => getFloors(ctx, params.id))
  mount(app, ofElevators.setElevatorFloors, ({ params, body }, ctx) => setFloors(ctx, params.id, body))
  mount(app, ofAreas.getAreaRules, ({ params }, ctx) => getAreaRules(ctx, params.id))
  mount(app, ofAreas.setAreaRules, ({ params, body }, ctx) => setAreaRules(ctx, params.id, body))
  mount(app, ofAreas.resetAreaPassback, async ({ params }, ctx) => {
    await resetAreaPassback(ctx, params.id)
    return null
  })
  mount(app, ofAreas.resetPersonPassback, async ({ params }, ctx) => {
    await resetPersonPassback(ctx, params.id)
    return null
  })
  mount(app, ofInterlocks.listInterlocks, ({ query }, ctx) => readInterlocks(ctx.db, query))
  mount(app, ofInterlocks.createInterlock, ({ body }, ctx) => createInterlock(ctx, body))
  mount(app, ofInterlocks.updateInterlock, ({ params, body }, ctx) => changeInterlock(ctx, params.id, body))
  mount(app, ofInterlocks.deleteInterlock, async ({ params }, ctx) => {
    await removeInterlock(ctx, params.id)
    return null
  })
}
