import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** `npm run dev`: the server, started again at every change, and the console by Vite with its own reload. Ends when either does. */
const root = join(import.meta.dirname, '..')
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
})
const pages = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'packages/console'),
  stdio: 'inherit',
})

const end = (signal: NodeJS.Signals) => {
  server.kill(signal)
  pages.kill(signal)
}
process.on('SIGINT', () => end('SIGINT')).on('SIGTERM', () => end('SIGTERM'))
for (const child of [server, pages]) child.once('exit', () => end('SIGTERM'))
