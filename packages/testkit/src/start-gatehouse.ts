import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Program, type ProgramOptions, startProgram } from './start-program.ts'

export type RunningGatehouse = Program & { url: string }

/**
 * The server as `npm start` runs it, for this machine alone and on any free port unless told otherwise; it answers when
 * this resolves.
 */
export async function startGatehouse({ environment, ...options }: ProgramOptions): Promise<RunningGatehouse> {
  const own = { HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...environment }
  // A server with an address of its own names that one alone: its port has to be known before.
  const isNamed = 'PUBLIC_URL' in own
  if (isNamed && own.PORT === '0') own.PORT = await findFreePort()
  const program = startProgram('packages/server/src/main.ts', [], { ...options, environment: own })
  try {
    const [, told = ''] = await program.says(/Gatehouse is ready: (\S+)/)
    return { ...program, url: isNamed ? `http://${own.HOST}:${own.PORT}` : told }
  } catch (error) {
    await program.end('SIGKILL')
    throw error
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port was free')
  return String(address.port)
}
