import { parentPort } from 'node:worker_threads'
import { allEndpoints } from '@casillero/shared/contract/api'
import { openApiDocument } from './openapi.ts'

parentPort?.on('message', () => {
  parentPort?.postMessage({ content: Buffer.from(JSON.stringify(openApiDocument(allEndpoints))) })
})
