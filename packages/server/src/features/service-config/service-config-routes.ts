import * as contract from '@gatehouse/contract/features/service-config.ts'
import { testMailTexts } from '@gatehouse/contract/texts/test-mail.ts'
import * as makes from '@gatehouse/contract/features/service-config/device-makes.ts'
import * as pins from '@gatehouse/contract/features/service-config/pin-giving.ts'
import { languageOfRequest } from '../../http/envelope.ts'
import { type App, mount } from '../../http/mount.ts'
import type { Config } from '../../lib/config.ts'
import { getClock, measureNow, setAutomatic, setManual } from './clock-service.ts'
import { deleteMailServer, getMail, setMail, testMail } from './mail-service.ts'
import { listMakes, switchMake } from './make-service.ts'
import { getPinGiving, setPinGiving } from './pin-giving-service.ts'
import type { PlatformClock } from './platform-clock.ts'

export function mountServiceConfig(app: App, { clock, config }: { clock: PlatformClock; config: Config }): void {
  // Time servers and mail servers are slow: no transaction waits for them.
  const slow = { ownTransaction: true } as const
  mount(app, contract.getClockConfig, (_, ctx) => getClock(ctx, clock))
  mount(app, contract.setClockAutomatic, ({ body }, ctx) => setAutomatic(ctx, clock, body.servers), slow)
  mount(app, contract.setClockManual, ({ body }, ctx) => setManual(ctx, clock, body), slow)
  mount(app, contract.measureClock, (_, ctx) => measureNow(ctx, clock), slow)

  mount(app, makes.listMakeSwitches, (_, ctx) => listMakes(ctx, config))
  mount(app, makes.switchMake, ({ params, body }, ctx) => switchMake(ctx, config, params.make, body.isOn))

  mount(app, pins.getPinGiving, (_, ctx) => getPinGiving(ctx))
  mount(app, pins.setPinGiving, ({ body }, ctx) => setPinGiving(ctx, body.isOn))

  mount(app, contract.getMailConfig, (_, ctx) => getMail(ctx))
  mount(app, contract.getMailReadiness, async (_, ctx) => ({ canMail: (await ctx.mail.server(ctx.db)) !== undefined }))
  mount(app, contract.setMailConfig, ({ body }, ctx) => setMail(ctx, body))
  mount(app, contract.deleteMailConfig, (_, ctx) => deleteMailServer(ctx))
  mount(
    app,
    contract.sendTestMail,
    async ({ body, request }, ctx) => {
      await testMail(ctx, body.to, testMailTexts[languageOfRequest(request)])
      return null
    },
    slow,
  )
}
