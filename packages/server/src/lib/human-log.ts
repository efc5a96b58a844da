import { z } from 'zod'

const logged = z.looseObject({
  level: z.int(),
  time: z.int(),
  msg: z.string().default(''),
  part: z.string().optional(),
  err: z.looseObject({ message: z.string().default(''), stack: z.string().optional() }).optional(),
})

const words: readonly (readonly [level: number, word: string])[] = [
  [60, 'fatal: '],
  [50, 'error: '],
  [40, 'warning: '],
]

/** A line of the log for somebody who looks at it: the hour, what happened, and of an error where. */
export function humanLine(line: string, zone: string): string {
  const parsed = logged.safeParse(parseJson(line))
  if (!parsed.success) return line
  const { level, time, msg, err, part } = parsed.data
  const at = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainTime()
  const word = words.find(([from]) => level >= from)?.[1] ?? ''
  // an error that nobody expected is shown with its place
  const cause = err && (level >= 50 ? (err.stack ?? err.message) : err.message)
  const said = [msg, part, cause].filter(Boolean).join(': ')
  return `${at.toString({ smallestUnit: 'second' })}  ${word}${said}\n`
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Pino writes to this while somebody looks. */
export const humanLog = (out: { write(text: string): unknown }) => ({
  write: (line: string) => void out.write(humanLine(line, Temporal.Now.timeZoneId())),
})
