import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from './installation.ts'
import type { RunningGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'

/** CPU time of a process, as Linux counts it. */
export async function usageOf({ child }: RunningGatehouse): Promise<{ residentKb: number; cpuMs: number }> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const { ownMs } = await readStat(child.pid ?? 0)
  return { residentKb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]), cpuMs: ownMs }
}

/** CPU time of the database with all its processes, including ended ones. */
export async function databaseCpuMs({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
  const [pid] = (await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // One that ends meanwhile is counted by its parent, the next time.
  const all = await Promise.all(numbers.map((number) => readStat(Number(number)).catch(() => undefined)))
  const main = await readStat(Number(pid))
  const others = all.filter((one) => one?.parent === Number(pid))
  return others.reduce((sum, one) => sum + (one?.ownMs ?? 0), main.ownMs + main.endedMs)
}

/** Fields 4 and 14 to 17 of proc(5), times in hundredths of a second. */
async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at])
  return { parent, ownMs: (user + system) * 10, endedMs: (endedUser + endedSystem) * 10 }
}
