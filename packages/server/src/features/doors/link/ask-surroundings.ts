import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../../ctx.ts'
import { readInstant } from '../../../device-link/device-time.ts'
import { readDoorsOfDevices } from '../../inside/door-reads.ts'
import { readSurroundings } from '../surroundings-store.ts'

/**
 * The state of areas and other doors that the rules of this device's door depend on.
 * @throws AppError request.invalid
 */
export async function askSurroundings(
  ctx: Ctx,
  deviceId: string,
  question: SurroundingsQuestion,
): Promise<Surroundings> {
  if (readInstant(question.at) === undefined) throw new AppError('request.invalid', { fields: 'at' })
  const [door] = await readDoorsOfDevices(ctx.db, [deviceId])
  if (!door) throw new AppError('device.credentials-wrong')
  return readSurroundings(ctx.db, door, question)
}
