import type { Consignment } from '@casillero/shared/contract/consignments'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, FileSpreadsheet, FileText, ListChecks, Tag } from 'lucide-react'
import { useState } from 'react'
import { call, describeError } from '../../lib/api.ts'
import { printFile, saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { LabelDialog } from '../packages/label-dialog.tsx'

/** Labels that are printed, and rows that a list gives, at a time. */
const [atOnce, rowsAtOnce] = [500, 100]

type Part = { from: number; to: number; label: string }

function splitPackages(packageCount: number): Part[] {
  const many = Math.ceil(packageCount / atOnce)
  return Array.from({ length: many }, (_, index) => {
    const [from, to] = [index * atOnce + 1, Math.min((index + 1) * atOnce, packageCount)]
    return { from, to, label: many === 1 ? 'Etiquetas' : `Etiquetas ${from} a ${to}` }
  })
}

/** The numbers of the packages at these places of the list. */
async function fetchNumbers(id: string, { from, to }: Part): Promise<string[]> {
  const numbers: number[] = []
  for (let place = from; place <= to; place += rowsAtOnce) {
    const page = String(Math.ceil(place / rowsAtOnce))
    const query = { page, limit: String(rowsAtOnce) }
    const { data } = await call('GET /api/shipments/:id/packages', { params: { id }, query })
    numbers.push(...data.map(({ companyPackageId }) => companyPackageId))
  }
  return numbers.toSorted((one, other) => one - other).map(String)
}

/** docs/product/shipments.md, "Papers". */
export function PapersMenu({ consignment }: { consignment: Consignment }) {
  const { id, companyShipmentId, packageCount, state } = consignment
  const may = useMay()
  const [names, setNames] = useState<readonly string[]>()
  const { mutate, isPending } = useMutation({
    mutationFn: (make: () => Promise<void>) => make(),
    onError: (error) => toastError(describeError(error, 'Error al preparar el papel')),
  })
  const params = { id }
  const run = (make: () => Promise<void>) => () => {
    if (!isPending) mutate(make)
  }
  const reconciliation = {
    label: 'Cuadre en Excel',
    icon: <FileSpreadsheet size={18} />,
    run: run(async () =>
      saveFile(
        await call('GET /api/shipments/:id/reconciliation-sheet', { params }),
        `Cuadre-${companyShipmentId}.xlsx`,
      ),
    ),
  }
  const items = [
    {
      label: 'Manifiesto',
      icon: <FileText size={18} />,
      run: run(async () =>
        printFile(
          await call('GET /api/shipments/:id/manifest', { params, query: {} }),
          `Manifiesto-${companyShipmentId}.pdf`,
        ),
      ),
    },
    {
      label: 'Manifiesto en Excel',
      icon: <FileSpreadsheet size={18} />,
      run: run(async () =>
        saveFile(
          await call('GET /api/shipments/:id/manifest', { params, query: { format: 'xlsx' } }),
          `Manifiesto-${companyShipmentId}.xlsx`,
        ),
      ),
    },
    {
      label: 'Hoja de llegada',
      icon: <ListChecks size={18} />,
      run: run(async () =>
        printFile(await call('GET /api/shipments/:id/arrival-sheet', { params }), `Llegada-${companyShipmentId}.pdf`),
      ),
    },
    ...(state === 'open' || !may('consignments.close') ? [] : [reconciliation]),
    ...splitPackages(packageCount).map((part) => ({
      label: part.label,
      icon: <Tag size={18} />,
      run: run(async () => setNames(await fetchNumbers(id, part))),
    })),
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={(props) => (
          <Button {...props} busy={isPending}>
            Documentos
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        )}
      />
      {names && <LabelDialog names={names} onClose={() => setNames(undefined)} />}
    </>
  )
}
