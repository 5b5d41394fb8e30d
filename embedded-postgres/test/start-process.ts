// A process that starts PostgreSQL on the folder of its first parameter and stays, to be killed.
import { quiet, sample } from './sample-product.ts'

const [, , dataDir = ''] = process.argv
await sample.start({ dataDir, say: quiet })
// Its parent may be killed as well, and would leave it behind.
process.stdin.on('end', () => process.exit()).resume()
console.log('started')
