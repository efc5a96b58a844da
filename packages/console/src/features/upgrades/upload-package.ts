import {
  addPackagePart,
  finishPackage,
  listPackageParts,
  packagePartSize,
  restartPackage,
  type UpgradePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import { call } from '../../api/call.ts'

/**
 * Sends the missing parts of the file; a call after a break continues. `isOther`: this is not the file that was begun,
 * whose parts no longer count.
 */
export async function uploadPackage(
  id: string,
  file: File,
  isOther: boolean,
  onProgress: (percent: number) => void,
): Promise<UpgradePackage> {
  if (isOther) await call(restartPackage, { params: { id }, body: { fileName: file.name, size: file.size } })
  const there = new Set((await call(listPackageParts, { params: { id } })).numbers)
  for (let number = 0; number * packagePartSize < file.size; number++) {
    const content = file.slice(number * packagePartSize, (number + 1) * packagePartSize)
    if (!there.has(number))
      await call(addPackagePart, { params: { id, number }, body: { files: [{ name: file.name, content }] } })
    onProgress(Math.round((Math.min((number + 1) * packagePartSize, file.size) * 100) / file.size))
  }
  return call(finishPackage, { params: { id } })
}
