import type { Voucher } from '@casillero/shared/contract/vouchers'
import { useQuery } from '@tanstack/react-query'
import { Download, FileText, ImageOff, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'

// A picture that scrolls must be focusable, or no key scrolls it.
const reading = { role: 'region', 'aria-label': 'Comprobante', tabIndex: 0 }

type VoucherFileProps = { voucher: Pick<Voucher, 'id' | 'file' | 'client'> }

/** PDFs come from clients and are therefore only downloaded. docs/product/vouchers.md, "Files". */
export function VoucherFile({ voucher: { id, file, client } }: VoucherFileProps) {
  const [isLarge, setIsLarge] = useState(false)
  const [turns, setTurns] = useState(0)
  const query = useQuery({
    ...read('GET /api/vouchers/:id/file', { params: { id } }),
    // A file never changes.
    staleTime: 'static',
    enabled: !file.isExpired,
  })
  const url = useObjectUrl(query.data)
  if (file.isExpired) return <p className="py-6 text-center text-muted">Archivo vencido</p>
  if (query.isError) {
    return (
      <Button variant="ghost" icon={<ImageOff size={16} aria-hidden="true" />} onClick={() => void query.refetch()}>
        Reintentar
      </Button>
    )
  }
  if (query.data === undefined || url === undefined) return <Spinner label="Cargando el comprobante..." />
  const { data } = query
  const save = () => saveFile(data, `comprobante-${client.casillero}.${file.kind === 'pdf' ? 'pdf' : 'webp'}`)
  if (file.kind === 'pdf') return <PdfFile onSave={save} />
  return (
    <div className="grid gap-2">
      <div
        {...reading}
        className={cx(
          'grid overflow-auto rounded-md',
          isLarge ? 'max-h-[70dvh]' : 'max-h-[60dvh] max-md:max-h-[40dvh]',
        )}
      >
        <img
          src={url}
          alt={`Comprobante de ${client.name}`}
          style={{ rotate: `${turns * 90}deg` }}
          className={cx('m-auto', isLarge ? 'max-w-none' : 'max-h-[58dvh] max-w-full max-md:max-h-[38dvh]')}
        />
      </div>
      <div className="flex justify-center gap-1">
        <IconButton
          label={isLarge ? 'Ver completo' : 'Ampliar'}
          icon={isLarge ? <ZoomOut size={18} aria-hidden="true" /> : <ZoomIn size={18} aria-hidden="true" />}
          onClick={() => setIsLarge(!isLarge)}
        />
        <IconButton
          label="Girar"
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={() => setTurns((turns + 1) % 4)}
        />
        <IconButton label="Descargar" icon={<Download size={18} aria-hidden="true" />} onClick={save} />
      </div>
    </div>
  )
}

const PdfFile = ({ onSave }: { onSave: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <span className="inline-flex items-center gap-2">
      <FileText size={18} aria-hidden="true" />
      Documento PDF
    </span>
    <Button icon={<Download size={16} aria-hidden="true" />} onClick={onSave}>
      Descargar
    </Button>
  </div>
)
