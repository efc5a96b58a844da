import * as contract from '@gatehouse/contract/features/people/face-pairs.ts'
import { type App, mount } from '../../http/mount.ts'
import { decidePair, listPairs, previewPair } from './face-pair-service.ts'

export function mountFacePairs(app: App): void {
  mount(app, contract.listFacePairs, ({ query }, ctx) => listPairs(ctx, query))
  mount(app, contract.previewFacePair, ({ query }, ctx) => previewPair(ctx, query))
  mount(app, contract.decideFacePair, ({ body }, ctx) => decidePair(ctx, body))
}
