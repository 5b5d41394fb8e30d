import { enableCompileCache } from 'node:module'

// Before anything else is loaded, so that the second start reads compiled code.
enableCompileCache()
const { startServer } = await import('./start-server.ts')
await startServer(process.env)
