import { readFile } from 'node:fs/promises'
import type { Program } from './start-program.ts'

/** Of a process, as Linux counts it. */
export async function usageOf({ child }: Program): Promise<{ residentKb: number; cpuMs: number }> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // In hundredths of a second: fields 14 and 15 of proc(5).
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * 10
  return { residentKb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]), cpuMs }
}
