import type { SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { Db } from '../../../db/open-database.ts'
import { lockTemplatesOn, updateTemplate } from './settings-store.ts'

/** Puts the templates whose threshold counts on the scale of one recogniser onto that of another, in the caller's transaction. */
export async function moveTemplates(
  db: Db,
  { from, to, translate }: { from: string; to: string | null; translate: (values: SettingValues) => SettingValues },
): Promise<void> {
  for (const { id, values } of await lockTemplatesOn(db, from))
    await updateTemplate(db, id, { values: translate(values), modelId: to })
}
