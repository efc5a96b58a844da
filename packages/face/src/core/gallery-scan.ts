/**
 * A WebAssembly module of one function, assembled here byte by byte: no tool and no binary file is needed to build it.
 *
 * `scan(rows, count, query, steps, cosines, offset)`: all are i32; the first ones but `count` are addresses in the imported memory. Each of `count` rows
 * is the upper four bits of as many numbers as the query has, packed as `packed-face.ts` says: a lane of 16 bits has those of four numbers.
 * The query is int16. For each row it stores the dot product less `offset`, times the row's step (f32), as an f32 at `cosines`.
 *
 * Three of the four are masked and not shifted, so their products are 1, 16 and 256 times too large until the end of the row. No sum
 * can overflow: 8,000 numbers x 3,840 x `maxOfQuery`, spread over 16, are below 2^31.
 */
export const maxOfQuery = 1023

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
  scan(rows: number, count: number, query: number, steps: number, cosines: number, offset: number): void
}

/** For rows of so many bytes, a multiple of 16. Throws `WebAssembly.CompileError` where SIMD is missing (browsers before 2023). */
export function compileScan(rowBytes: number): GalleryScan {
  const memory = new Memory({ initial: 1, maximum: 65_536 })
  const { scan } = new Instance(new Module(assembleScan(rowBytes)), { gallery: { memory } }).exports
  return { memory, scan }
}

const magic = [0x00, 0x61, 0x73, 0x6d]
const version = [1, 0, 0, 0]

function assembleScan(rowBytes: number): Uint8Array<ArrayBuffer> {
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)]
  const section = (id: number, ...content: number[]) => [id, ...unsigned(content.length), ...content]
  const locals = [2, 2, i32, 8, v128]
  const body = [...locals, ...scanBody(rowBytes), end]
  return Uint8Array.from([
    ...magic,
    ...version,
    ...section(1, 1, 0x60, 6, ...Array.from({ length: 6 }, () => i32), 0), // one type: six i32, no result
    ...section(2, 1, ...name('gallery'), ...name('memory'), 2, 0, 1), // memory of at least one page
    ...section(3, 1, 0),
    ...section(7, 1, ...name('scan'), 0, 0),
    ...section(10, 1, ...unsigned(body.length), ...body),
  ])
}

const i32 = 0x7f
const v128 = 0x7b
const end = 0x0b
const block = [0x02, 0x40]
const loop = [0x03, 0x40]

/** The instructions, in the order of the stack machine: operands first. */
function scanBody(rowBytes: number): number[] {
  const [row, count, query, steps, cosines, offset, rowEnd, at] = [0, 1, 2, 3, 4, 5, 6, 7] as const
  const [sum, sum16, sum256, sumLast, bits, bits16, bits256, packed] = [8, 9, 10, 11, 12, 13, 14, 15] as const
  const get = (local: number) => [0x20, local]
  const set = (local: number) => [0x21, local]
  const constant = (value: number) => [0x41, ...signed(value)]
  const add = (local: number, amount: number) => [...get(local), ...constant(amount), 0x6a, ...set(local)]
  const load = (address: number, start: number) => [...get(address), ...simd(0x00), 0, ...unsigned(start)]
  const mask = (local: number, value: number) => [
    ...simd(0x0c),
    ...Array.from({ length: 8 }, () => [value & 255, value >> 8]).flat(),
    ...set(local),
  ]
  const masked = (local: number) => [...get(packed), ...get(local), ...simd(0x4e)]
  const signedLast = [...get(packed), ...constant(12), ...simd(0x8c)]
  // total += pairs(numbers * query): eight products as 32-bit numbers, neighbours added to four
  const multiplyInto = (total: number, numbers: number[], start: number) => [
    ...numbers,
    ...load(at, start),
    ...simd(0xba),
    ...get(total),
    ...simd(0xae),
    ...set(total),
  ]
  const sixteenBytes = (n: number) => [
    ...load(row, 16 * n),
    ...set(packed),
    ...multiplyInto(sum, masked(bits), 64 * n),
    ...multiplyInto(sum16, masked(bits16), 64 * n + 16),
    ...multiplyInto(sum256, masked(bits256), 64 * n + 32),
    ...multiplyInto(sumLast, signedLast, 64 * n + 48),
  ]
  const shifted = (total: number, by: number) => [...get(total), ...constant(by), ...simd(0xac), ...simd(0xae)]
  const lane = (index: number) => [...get(sum), ...simd(0x1b), index]
  /** The pieces of 16 bytes in one turn of the inner loop. */
  const turn = rowBytes % 64 === 0 ? 4 : 1
  const zero = [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)]
  return [
    ...mask(bits, 0x000f),
    ...mask(bits16, 0x00f0),
    ...mask(bits256, 0x0f00),
    ...block, // left when no row remains
    ...loop, // over rows
    ...get(count),
    0x45,
    0x0d,
    1, // break when count = 0
    ...[sum, sum16, sum256, sumLast].flatMap((total) => [...zero, ...set(total)]),
    ...get(query),
    ...set(at),
    ...get(row),
    ...constant(rowBytes),
    0x6a,
    ...set(rowEnd),
    ...loop, // over the row
    ...Array.from({ length: turn }, (_, n) => sixteenBytes(n)).flat(),
    ...add(row, 16 * turn),
    ...add(at, 64 * turn),
    ...get(row),
    ...get(rowEnd),
    0x49,
    0x0d,
    0,
    end, // again while row < rowEnd
    ...get(sum),
    ...get(sumLast),
    ...simd(0xae),
    ...shifted(sum16, 4),
    ...shifted(sum256, 8),
    ...set(sum),
    ...get(cosines),
    ...lane(0),
    ...lane(1),
    0x6a,
    ...lane(2),
    0x6a,
    ...lane(3),
    0x6a,
    ...get(offset),
    0x6b,
    0xb2, // to f32
    ...get(steps),
    0x2a,
    2,
    0,
    0x94,
    0x38,
    2,
    0, // store (sum - offset) * step
    ...add(cosines, 4),
    ...add(steps, 4),
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
