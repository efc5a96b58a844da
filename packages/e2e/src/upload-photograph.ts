import { readFile } from 'node:fs/promises'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'

/** Uploads a photograph as a portrait and gives its id. */
export const uploadPhotograph = async (ask: Ask, file: string): Promise<string> =>
  (await ask(uploadPortrait, { body: { file: await readFile(file) } })).id
