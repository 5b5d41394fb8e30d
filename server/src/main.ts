import { enableCompileCache } from 'node:module'

// Runs before other modules load, so that the next start reads compiled code.
enableCompileCache()
const { startServer } = await import('./start-server.ts')
await startServer(process.env)
