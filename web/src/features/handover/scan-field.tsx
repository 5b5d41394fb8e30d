import { readLabelCode } from '@casillero/shared/domain/label-code'
import { formatPhone } from '@casillero/shared/domain/phone'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { releaseKeys } from '../../lib/kept-keys.ts'
import { cx } from '../../ui/class-names.ts'
import { Highlight } from '../../ui/display/highlight.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { CameraButton, DeferredCamera } from '../../ui/forms/camera-button.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { useScanField } from '../../ui/forms/use-scan-field.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { fullName } from '../client-search/client-name.ts'
import { searchClients } from '../client-search/search-clients.ts'
import { type Desk, type ScanNotice, scanField } from './handover-desk.ts'

/** Empties itself after each scan and keeps the cursor. */
export function ScanField({ desk }: { desk: Desk }) {
  const { listed, notice, isFinding, isSaving, scan, choose } = desk
  const input = useRef<HTMLInputElement>(null)
  const isScan = useScanField(input)
  const [isFilming, setIsFilming] = useState(false)
  useEffect(() => {
    if (isSaving) return
    input.current?.focus()
    releaseKeys()
  }, [isSaving])
  const isRoomy = useMedia('(min-width: 768px)')
  return (
    <Surface className="p-3 md:p-4">
      {isFilming && (
        <div className="mb-2">
          <DeferredCamera onCode={(code) => scan(code, true)} onClose={() => setIsFilming(false)} />
        </div>
      )}
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <Combobox
            // A new text to list remounts the field, unless something is typed there.
            key={listed.turn}
            start={listed.text}
            ref={input}
            field={scanField}
            label="Etiqueta o cliente"
            icon={<ScanBarcode size={18} aria-hidden="true" />}
            placeholder={isRoomy ? 'Escanee una etiqueta o busque al cliente...' : 'Etiqueta o cliente...'}
            from={1}
            search={searchClients}
            onChoose={({ id }) => choose(id)}
            // A name typed fast still chooses from the list; only our label's code may have no digit.
            codes={{
              take: (text) => scan(text, isScan()),
              isCode: (text) => /\d/.test(text) || readLabelCode(text) !== null,
            }}
            none="No se encontraron clientes; Enter busca un paquete con ese código"
            className="[--control:44px] [--type-input:16px]"
            option={(client, text) => (
              <>
                <span className="block break-words font-medium text-body">
                  <Highlight text={fullName(client)} search={text} />
                </span>
                <span className="mt-0.5 flex flex-wrap items-center gap-2 text-label text-muted">
                  <Tag>{client.casillero}</Tag>
                  <span className="tabular-nums">
                    <Highlight text={formatPhone(client.phone)} search={text} />
                  </span>
                </span>
              </>
            )}
          />
        </div>
        {!isFilming && <CameraButton className="[--icon-btn:44px]" onOpen={() => setIsFilming(true)} />}
      </div>
      <Notice notice={isFinding ? undefined : notice} />
    </Surface>
  )
}

function Notice({ notice }: { notice: ScanNotice | undefined }) {
  return (
    <p
      role="status"
      className={cx(
        'break-words font-medium text-label not-empty:mt-2',
        notice?.tone === 'red' ? 'text-danger-text' : 'text-green-text',
      )}
    >
      {notice?.sentence}
    </p>
  )
}
