import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string(), releasedOn: z.iso.date() })

/** Version and release date of this program, from the root `package.json`. */
export const release = manifest.parse(
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')),
)
