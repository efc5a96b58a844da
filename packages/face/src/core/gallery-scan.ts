/**
 * A WebAssembly module of one function, assembled here byte by byte: no tool and no binary file is needed to build it.
 *
 * `scan(rows, count, query, sums)`: all four are i32; the others are addresses in the imported memory. For each of
 * `count` rows of `rowBytes` int8 numbers it stores the dot product with the query as an i32 at `sums`. The query is as
 * many int16 numbers, so that eight at a time need to be widened in the rows alone. No sum can overflow: 512 x 127 x 127 is
 * far below 2^31.
 */
export const rowBytes = 512

export interface ScanMemory {
  readonly buffer: ArrayBuffer
  /** Grows the memory by pages of 64 kB. `buffer` is another one afterwards. */
  grow(pages: number): number
}

interface WebAssemblyRuntime {
  readonly Memory: new (size: { initial: number; maximum: number }) => ScanMemory
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Pick<GalleryScan, 'scan'> }
}

// Every place this runs in has WebAssembly, but only the DOM's type library declares it, which Node's packages leave out.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so it is declared here
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyRuntime }).WebAssembly

export interface GalleryScan {
  readonly memory: ScanMemory
  scan(rows: number, count: number, query: number, sums: number): void
}

/** Throws `WebAssembly.CompileError` where SIMD is missing (browsers before 2023). */
export function compileScan(): GalleryScan {
  const memory = new Memory({ initial: 1, maximum: 65_536 })
  const { scan } = new Instance(new Module(assembleScan()), { gallery: { memory } }).exports
  return { memory, scan }
}

function assembleScan(): Uint8Array<ArrayBuffer> {
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)]
  const section = (id: number, ...content: number[]) => [id, ...unsigned(content.length), ...content]
  const locals = [2, 2, i32, 2, v128]
  const body = [...locals, ...scanBody(), end]
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, 1, 0x60, 4, i32, i32, i32, i32, 0), // one type: four i32, no result
    ...section(2, 1, ...name('gallery'), ...name('memory'), 2, 0, 1), // memory of at least one page
    ...section(3, 1, 0),
    ...section(7, 1, ...name('scan'), 0, 0),
    ...section(10, 1, ...unsigned(body.length), ...body),
  ])
}

const i32 = 0x7f
const v128 = 0x7b
const end = 0x0b

/** The count of numbers in one turn of the inner loop, eight by eight. */
const turn = 64

/** The instructions, in the order of the stack machine: operands first. */
function scanBody(): number[] {
  const [row, count, query, sums, rowEnd, at, even, odd] = [0, 1, 2, 3, 4, 5, 6, 7] as const
  const get = (local: number) => [0x20, local]
  const set = (local: number) => [0x21, local]
  const add = (local: number, amount: number) => [...get(local), 0x41, ...signed(amount), 0x6a, ...set(local)]
  const lane = (index: number) => [...get(even), ...simd(0x1b), index]
  // sum += pairs(row * query): eight products as 32-bit numbers, neighbours added to four
  const multiplyInto = (sum: number, number: number) => [
    ...get(row),
    ...simd(0x01),
    0,
    ...unsigned(number), // eight int8 become int16
    ...get(at),
    ...simd(0x00),
    0,
    ...unsigned(2 * number),
    ...simd(0xba),
    ...get(sum),
    ...simd(0xae),
    ...set(sum),
  ]
  const eights = Array.from({ length: turn / 8 }, (_, n) => multiplyInto(n % 2 ? odd : even, 8 * n))
  const zero = [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)]
  return [
    0x02,
    0x40, // block: left when no row remains
    0x03,
    0x40, // loop over rows
    ...get(count),
    0x45,
    0x0d,
    1, // break when count = 0
    ...zero,
    ...set(even),
    ...zero,
    ...set(odd),
    ...get(query),
    ...set(at),
    ...get(row),
    0x41,
    ...signed(rowBytes),
    0x6a,
    ...set(rowEnd),
    0x03,
    0x40, // loop over the row
    ...eights.flat(),
    ...add(row, turn),
    ...add(at, 2 * turn),
    ...get(row),
    ...get(rowEnd),
    0x49,
    0x0d,
    0,
    end, // again while row < rowEnd
    ...get(even),
    ...get(odd),
    ...simd(0xae),
    ...set(even),
    ...get(sums),
    ...lane(0),
    ...lane(1),
    0x6a,
    ...lane(2),
    0x6a,
    ...lane(3),
    0x6a,
    0x36,
    2,
    0, // store the sum
    ...add(sums, 4),
    ...add(count, -1),
    0x0c,
    0,
    end,
    end, // next row
  ]
}

const simd = (opcode: number): number[] => [0xfd, ...unsigned(opcode)]

/** LEB128, the variable-length numbers of WebAssembly. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]
}
