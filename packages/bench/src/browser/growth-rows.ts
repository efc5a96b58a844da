import { row, type Row } from '../benchmark.ts'
import { grownMost } from './heap-contents.ts'
import type { Held } from './measure-page.ts'

/** The memory of a page before something and after it. */
export type Growth = { before: Held; after: Held }
/** The same of a page that has next to nothing: what is left there is the browser's and the libraries'. */
type Limit = { what: string; growth: Growth }

/** The aim of what a page may keep that it does not need. */
const maxKeptKb = 100

/**
 * The memory that something leaves behind. The aim is for what the page's program keeps: the browser compiles what runs often again and
 * again, for hours, and the code counts as memory of the page.
 */
export function growthRows(
  what: string,
  growth: Growth,
  { limit, log }: { limit?: Limit | undefined; log: (line: string) => void },
): Row[] {
  log(`of what is kept grew most: ${grownMost(growth.before, growth.after)}`)
  const beside = (name: string, read: (held: Held) => number) =>
    row({
      what: name,
      value: moreOf(growth, read),
      unit: 'kB',
      limit: limit && { what: limit.what, value: moreOf(limit.growth, read) },
    })
  return [
    row({
      what: `kept after ${what}, more than before`,
      value: moreOf(growth, ({ keptKb }) => keptKb),
      unit: 'kB',
      atMost: maxKeptKb,
    }),
    beside('  code that the browser compiled', ({ compiledKb }) => compiledKb),
    beside('  the whole heap', ({ heapKb }) => heapKb),
    row({ what: '  the whole heap before', value: growth.before.heapKb, unit: 'kB' }),
    row({ what: '  nodes more than before', value: moreOf(growth, ({ nodes }) => nodes), unit: 'nodes', atMost: 100 }),
    row({
      what: '  listeners more than before',
      value: moreOf(growth, ({ listeners }) => listeners),
      unit: 'listeners',
      atMost: 20,
    }),
  ]
}

const moreOf = ({ before, after }: Growth, read: (held: Held) => number) => read(after) - read(before)
