import { startStandIn } from './stand-in.ts'

const { WAHA_PORT = '3900', WAHA_CONTROL_PORT = '3901', WAHA_API_KEY = '' } = process.env
if (WAHA_API_KEY === '') throw new Error('WAHA_API_KEY must be set to the key that the server uses.')

const standIn = await startStandIn({
  apiKey: WAHA_API_KEY,
  port: Number(WAHA_PORT),
  controlPort: Number(WAHA_CONTROL_PORT),
})
console.log(`A stand-in for WhatsApp's gateway listens on ${standIn.url}`)
console.log(`Open ${standIn.controlUrl} to play the phone: scan the QR, see what was sent, answer.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close())
