import type { ArrivalFeed } from '@casillero/shared/contract/consignments'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { Check, TriangleAlert } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { Surface } from '../../ui/layout/surface.tsx'

type Scan = ArrivalFeed['scans'][number]

const shown = 8

function describeHint({ result, companyPackageId, companyShipmentId }: Scan): string {
  const number = companyPackageId === null ? '' : `#${companyPackageId}`
  if (result === 'unknown') return 'Sobrante · no está en el sistema'
  if (result === 'extra') return `Sobrante · ${number}`
  if (result === 'other_shipment') return `Sobrante · ${number} va en el #${companyShipmentId ?? ''}`
  return result === 'repeated' ? `${number} · ya visto` : number
}

/** Whole where another one who scans has it too. */
function formatShortName({ id, fullName }: Scan['scannedBy'], scans: readonly Scan[]): string {
  const first = (name: string) => name.split(' ', 1)[0] ?? name
  const isShared = scans.some((one) => one.scannedBy.id !== id && first(one.scannedBy.fullName) === first(fullName))
  return isShared ? fullName : first(fullName)
}

export function ArrivalFeedList({ scans, ownId }: { scans: readonly Scan[]; ownId: string }) {
  if (scans.length === 0) return null
  return (
    <Surface className="overflow-clip">
      <ol aria-label="Últimos escaneos">
        {scans.slice(0, shown).map((scan) => {
          const isFine = scan.result === 'expected' || scan.result === 'repeated'
          const Icon = isFine ? Check : TriangleAlert
          return (
            <li
              key={scan.id}
              className={cx(
                'flex items-center gap-2.5 border-line border-t px-3 py-2 first:border-t-0',
                !isFine && 'bg-yellow-soft text-yellow-text',
              )}
            >
              <Icon size={16} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere font-medium text-label">{scan.clientName ?? scan.code}</span>
                <span className={cx('block wrap-anywhere text-help', isFine && 'text-muted')}>
                  {describeHint(scan)}
                </span>
              </span>
              <span className={cx('flex max-w-40 text-help', isFine && 'text-muted')} title={scan.scannedBy.fullName}>
                <span className="min-w-0 wrap-anywhere">
                  {scan.scannedBy.id === ownId ? 'Usted' : formatShortName(scan.scannedBy, scans)}
                </span>
                <span className="whitespace-pre"> · </span>
                <time dateTime={scan.scannedAt} className="tabular-nums">
                  {formatDateTime(scan.scannedAt).split(', ')[1]}
                </time>
              </span>
            </li>
          )
        })}
      </ol>
    </Surface>
  )
}
