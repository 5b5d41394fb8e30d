import { Download } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { startExport } from './export-items.ts'

/** docs/product/exports.md, "Everything of the company". */
export function CopyPanel() {
  return (
    <Surface className="grid max-w-[720px] gap-3 p-4 md:p-5">
      <h2 className="font-semibold text-card">Copia de los datos</h2>
      <p className="text-body">
        Un archivo ZIP con todo lo de la empresa: clientes, paquetes con su historial, facturas con sus líneas, pagos,
        cobros, embarques, entregas, caja, tarifas, monedas, estados, usuarios, plantillas, mensajes y bitácora.
      </p>
      <p className="text-body text-muted">
        Cada tabla es un CSV que se abre en Excel, y <b className="font-semibold">columnas.csv</b> dice qué es cada
        columna. No lleva contraseñas ni claves. Quien tenga el archivo puede leerlo: guárdelo bien.
      </p>
      <div>
        <Button
          variant="primary"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => startExport({ path: '/api/company/export', query: {} })}
        >
          Descargar copia
        </Button>
      </div>
    </Surface>
  )
}
