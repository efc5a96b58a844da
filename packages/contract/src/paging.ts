import { z } from 'zod'
import { line } from './fields.ts'

/** Offset paging, for lists short enough for a person to page through. Page counts from 1. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20),
})

export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int().min(0) })

/** Key paging, for logs: `after` is the `next` of the page before, opaque to the caller. */
export const keyPageQuery = z.object({
  after: z.string().max(200).optional(),
  size: z.coerce.number().int().min(1).max(200).default(20),
})

/** Entries of a log are counted up to this limit; above it a page shows "10,000+": the exact number is not worth its cost. */
export const maxCounted = 10_000

/** How many there are on all pages together. */
export const boundedTotal = z.object({ count: z.int().min(0), isMore: z.boolean() })
export type BoundedTotal = z.output<typeof boundedTotal>

/** `total` is absent where counting would read the list as a whole. */
export const keyPageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable(), total: boundedTotal.optional() })

export const sortOrder = z.enum(['asc', 'desc'])
/** A text search box: trimmed, at most 100 characters, absent when empty. */
export const keyword = line(100)
  .transform((text) => text || undefined)
  .optional()

/** Items that wait for the product itself are counted up to this limit; at the limit a page shows "or more". */
export const maxCountedWaiting = 10_000
