import { z } from 'zod'
import { date, id } from '../../fields.ts'
import { keyword } from '../../paging.ts'

/** `yyyy-MM` */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

export const minuteOfDay = z.int().min(0).max(1439)

export const namedPerson = z.object({
  id,
  name: z.string(),
  jobId: z.string().nullable(),
  department: z.string().nullable(),
})

export const periodFields = { from: date, to: date, departmentId: id.optional(), personId: id.optional(), keyword }

/** The file's headings are in this language: a download is a plain link, which carries no headers. */
export const fileLanguage = z.enum(['en', 'zh', 'zh-tw']).default('en')
