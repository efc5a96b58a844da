import { fileURLToPath } from 'node:url'
import type { Context } from '../benchmark.ts'
import type { Installation } from './installation.ts'
import { type Program, startProgram } from './start-program.ts'

const file = fileURLToPath(import.meta.resolve('@gatehouse/server/main.ts'))

/** The server as `npm start` runs it, on any free port of this machine. */
export function startGatehouse(context: Context, environment: Record<string, string>): Promise<Program> {
  return startProgram(context, {
    file,
    environment: { HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...environment },
    ready: /Gatehouse is ready: (\S+)/,
    isProfiled: true,
  })
}

/** The server on the database of an installation. */
export const startGatehouseOn = (context: Context, { dataFolder, databaseUrl }: Installation) =>
  startGatehouse(context, { GATEHOUSE_DATA: dataFolder, DATABASE_URL: databaseUrl })
