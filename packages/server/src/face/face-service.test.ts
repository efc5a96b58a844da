import { createFacePool } from '@gatehouse/face/node/face-pool.ts'
import { expect, it } from 'vitest'
import { faceService } from './face-service.ts'

it('a picture for which there is no room is refused with the time after which to come again', async () => {
  const pool = createFacePool({ modelsFolder: '/nowhere', queueLimit: 0 })
  const face = faceService(pool, () => 'none')
  const busy = { code: 'server.busy', details: { seconds: 5 } }
  const picture = Buffer.from('a picture')
  await expect(face.checkPortrait(picture, 'high')).rejects.toMatchObject(busy)
  await expect(face.analyse(picture)).rejects.toMatchObject(busy)
  await expect(face.resize(picture, [96])).rejects.toMatchObject(busy)
})
