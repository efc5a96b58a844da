import * as contract from '@gatehouse/contract/features/open-platform.ts'
import { type App, mount } from '../../http/mount.ts'
import { readApplications } from './application-reads.ts'
import {
  applyForDomain,
  changeApplication,
  changeKey,
  createApplication,
  createKey,
  deleteApplication,
  deleteKey,
  getApplication,
  rotateKey,
} from './application-service.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  replayDeliveries,
  rotateWebhook,
  testWebhook,
} from './webhook-service.ts'

export function mountOpenPlatform(app: App): void {
  mount(app, contract.listApplications, (_, ctx) => readApplications(ctx))
  mount(app, contract.createApplication, ({ body }, ctx) => createApplication(ctx, body))
  mount(app, contract.getApplication, ({ params }, ctx) => getApplication(ctx, params.id))
  mount(app, contract.updateApplication, ({ params, body }, ctx) => changeApplication(ctx, params.id, body))
  mount(app, contract.changeDomain, ({ params, body }, ctx) => applyForDomain(ctx, params.id, body.domain))
  mount(app, contract.deleteApplication, ({ params }, ctx) => deleteApplication(ctx, params.id))
  mount(app, contract.createKey, ({ params, body }, ctx) => createKey(ctx, params.id, body))
  mount(app, contract.updateKey, ({ params, body }, ctx) => changeKey(ctx, params.id, body))
  mount(app, contract.rotateKey, ({ params, body }, ctx) => rotateKey(ctx, params.id, body.overlapHours))
  mount(app, contract.deleteKey, ({ params }, ctx) => deleteKey(ctx, params.id))
  mount(app, contract.createWebhook, ({ params, body }, ctx) => createWebhook(ctx, params.id, body))
  mount(app, contract.updateWebhook, ({ params, body }, ctx) => changeWebhook(ctx, params.id, body))
  mount(app, contract.rotateWebhook, ({ params, body }, ctx) => rotateWebhook(ctx, params.id, body.overlapHours))
  mount(app, contract.deleteWebhook, ({ params }, ctx) => deleteWebhook(ctx, params.id))
  mount(app, contract.testWebhook, ({ params }, ctx) => testWebhook(ctx, params.id))
  mount(app, contract.listDeliveries, ({ params, query }, ctx) => listDeliveries(ctx, params.id, query))
  mount(app, contract.replayDeliveries, ({ params, body }, ctx) => replayDeliveries(ctx, params.id, body.ids))
}
