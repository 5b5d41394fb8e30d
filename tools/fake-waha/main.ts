import { startFakeWaha } from './fake-waha.ts'

const { WAHA_PORT = '3900', WAHA_CONTROL_PORT = '3901', WAHA_API_KEY = '' } = process.env
if (WAHA_API_KEY === '') throw new Error('WAHA_API_KEY must be set to the key that the server uses.')

const fake = await startFakeWaha({
  apiKey: WAHA_API_KEY,
  port: Number(WAHA_PORT),
  controlPort: Number(WAHA_CONTROL_PORT),
})
console.log(`A fake of WhatsApp's gateway listens on ${fake.url}`)
console.log(`Open ${fake.controlUrl} to play the phone: scan the QR, see what was sent, answer.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close())
