import { ApiError, describeError } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ScanLine } from './scan-line.tsx'
import type { ScanQueue } from './use-scan-queue.ts'

/** True for a failure that may pass if retried. */
const isUnanswered = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Keeps each failed scan until it is sent again or removed. */
export function ScanFailures<Answer>({ queue }: { queue: ScanQueue<Answer> }) {
  return queue.failures.map((scan) => (
    <ScanLine key={scan.key} tone="red" text={`${scan.code}: ${describeError(scan.error, 'No se pudo guardar')}`}>
      {isUnanswered(scan.error) && (
        <Button size="sm" onClick={() => queue.retry(scan)}>
          Reintentar
        </Button>
      )}
      <Button size="sm" aria-label={`Quitar ${scan.code}`} onClick={() => queue.forgetFailure(scan)}>
        Quitar
      </Button>
    </ScanLine>
  ))
}
